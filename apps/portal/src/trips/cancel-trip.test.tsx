import { api } from '@ambit/contract'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })

// covers: TRIP-97
test('the bookings that a cancelled trip affects are fetched in one call, by a list of their numbers', async () => {
  const town = await buildSmallTown(portal.server)
  const { trip_id } = await town.vehicle('Van 1')
  const riders = ['Maria Silva', 'Tom Baker']
  const ids: number[] = []
  for (const name of riders) {
    const { id } = await town.book({ who: await town.passenger(name), from: 'Market', to: 'Hospital', at: '09:00' })
    ids.push(id)
  }
  await portal.open('dispatcher', `/TripManagement?d=TripStatusDialog-edit-${trip_id}`)
  const dialog = await portal.dialog(`Status of trip_${trip_id}`)
  await portal.user.click(await dialog.findByRole('radio', { name: 'Cancelled' }))
  await portal.user.click(dialog.getByRole('button', { name: 'Change State' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Confirm new state' }))
  const affected = within(await dialog.findByRole('table', { name: 'Affected bookings' }))
  for (const name of riders) expect(affected.getByRole('row', { name: new RegExp(name) })).toBeInTheDocument()
  const asked = calls.of(api.serviceRequests.list).map(({ query }) => query.get('filter[id]'))
  expect(asked).toEqual([ids.join(',')])
})

test('the reason of a cancellation that is begun is not lost by Escape', async () => {
  const town = await buildSmallTown(portal.server)
  const { trip_id } = await town.vehicle('Van 2')
  await portal.open('dispatcher', `/TripManagement?d=TripStatusDialog-edit-${trip_id}`)
  const dialog = await portal.dialog(`Status of trip_${trip_id}`)
  await portal.user.click(await dialog.findByRole('radio', { name: 'Cancelled' }))
  const reason = dialog.getByRole('textbox')
  await portal.user.type(reason, 'Flat tyre')
  await portal.user.keyboard('{Escape}')
  const question = await portal.dialog('Unsaved changes')
  await portal.user.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(reason).toHaveValue('Flat tyre')
  await portal.user.click(dialog.getByRole('button', { name: 'Change State' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Confirm new state' }))
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  await portal.user.keyboard('{Escape}')
  await portal.noDialog()
})
