import { api } from '@ambit/contract'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { notice } from '../testing/notices.ts'
import { startMonitoring } from '../testing/open-monitoring.ts'

const { portal, town } = startMonitoring()
const { user } = portal

const question = () => portal.dialog('Warning - Changing schedules may result in cancelled Bookings')

test('what a shorter schedule does to its bookings is asked before it is saved, and again where it is refused for them', async () => {
  await town().vehicle('Bus 7')
  await town().book({ who: await town().passenger('Ann Bell'), from: 'Market', to: 'Station', at: '09:00' })
  await portal.open('dispatcher', `/ServicePlans/live?zone=${town().zone_id}&date=2026-11-23`)
  ;(await screen.findByRole('button', { name: /Bus 7/ })).focus()
  await user.keyboard('{Enter}')
  const dialog = await portal.dialog(/^Viewing\/Editing/)
  await portal.choose(await dialog.findByRole('combobox', { name: /^End Time/ }), '8:30 am')
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  const first = await question()
  await user.keyboard('{Control>}s{/Control}')
  await user.click(first.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.of(api.servicePlans.bulkCreateAndUpdate)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await notice('1 schedule was not saved')).toHaveTextContent(/first decide what happens/)
  await user.click((await question()).getByRole('button', { name: 'Save' }))
  await portal.noDialog()
  await waitFor(() => expect(screen.queryByText(/Unsaved|Failed/)).toBeNull())
})
