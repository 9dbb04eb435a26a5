import { api } from '@ambit/contract'
import { serveNow } from '@ambit/server/testing/waitlist'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, town, open, choosePlaces, findTrip } = startWizard()

/** Thirty people fit into no vehicle of the town. */
const refused = async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.fill(wizard.getByRole('textbox', { name: 'Total Passengers' }), '30')
  await portal.user.click(findTrip(wizard))
  await wizard.findByRole('button', { name: 'Put on the waiting list' })
  return wizard
}
const entries = async () =>
  (await portal.server.client('dispatcher').call(api.waitlistEntries.list, { query: { sort: '-id' } })).data

// covers: JRN-58, JRN-59, JRN-66
// @test-tag long
test('a journey without an offering is put on the waiting list, with the times and the way that are acceptable', async () => {
  const wizard = await refused()
  await portal.user.click(wizard.getByRole('button', { name: 'Put on the waiting list' }))
  const form = within(await wizard.findByRole('region', { name: 'Put on the waiting list' }))
  expect(await form.findByText('Nobody is waiting for this hour yet.')).toBeVisible()
  const later = form.getByRole('textbox', { name: 'Acceptable later' })
  // An hour would be given up at once, as the passenger wants to leave now.
  expect(form.getByRole('textbox', { name: 'Acceptable earlier' })).toHaveValue('60 min')
  expect(later).toHaveValue('120 min')
  await portal.fill(later, '300')
  expect(form.getByText('Please enter 0 to 240 minutes')).toBeVisible()
  expect(form.getByRole('button', { name: 'Put on the waiting list' })).toBeDisabled()
  await portal.fill(later, '0')
  await portal.user.click(form.getByRole('button', { name: 'Put on the waiting list' }))
  expect(await form.findByRole('alert')).toHaveTextContent('An entry is given up 60 minutes before its latest time')
  await portal.fill(later, '180')
  await portal.user.click(form.getByRole('radio', { name: 'Ask me first' }))
  await portal.user.click(form.getByRole('button', { name: 'Put on the waiting list' }))
  expect(await screen.findByText(`${wizard.traveler.name} is on the waiting list`)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [entry] = await entries()
  expect(entry).toMatchObject({
    traveler_name: wizard.traveler.name,
    mode: 'ask',
    passenger_count: 30,
    state: 'waiting',
  })
  const minutes = (Date.parse(entry?.latest_at ?? '') - Date.parse(entry?.traveling_at ?? '')) / 60_000
  expect(minutes).toBe(180)
})

// @test-tag long
test('who waits stands on the page Waiting List, is searched for again in the wizard, and is taken off', async () => {
  const wizard = await refused()
  await portal.user.click(wizard.getByRole('button', { name: 'Put on the waiting list' }))
  const form = within(await wizard.findByRole('region', { name: 'Put on the waiting list' }))
  await portal.fill(await form.findByRole('textbox', { name: 'Acceptable later' }), '180')
  await portal.user.click(form.getByRole('button', { name: 'Put on the waiting list' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { name } = wizard.traveler
  await portal.open('customer_service', '/WaitingList')
  const actions = { name: new RegExp(`^Actions for Entry \\d+: ${name}`) }
  await portal.user.click(await screen.findByRole('button', actions))
  await portal.user.click(await screen.findByRole('menuitem', { name: 'Find a trip' }))
  const again = within(await screen.findByRole('dialog', { name: new RegExp(`New Booking for ${name}`) }))
  expect(await again.findByRole('combobox', { name: 'Pick Up' })).toHaveValue('Harbour Road, Port')
  expect(again.getByRole('textbox', { name: 'Total Passengers' })).toHaveValue('30')
  await portal.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await portal.user.click(await screen.findByRole('button', actions))
  await portal.user.click(await screen.findByRole('menuitem', { name: 'Take off the list' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Take off the list' }))
  expect(await screen.findByText('Taken off the waiting list')).toBeVisible()
  expect(await screen.findByRole('row', { name: new RegExp(`${name}.*Withdrawn`) })).toBeVisible()
  await portal.user.click(screen.getByRole('radio', { name: 'Waiting' }))
  await waitFor(() => expect(screen.queryByText(name)).toBeNull())
})

test('the next row of the waiting list has the keyboard when one is taken off, and the page after the last', async () => {
  const { user } = portal
  const body = { earliest_at: '2026-11-23T12:30:00+10:00', latest_at: '2026-11-23T14:30:00+10:00' }
  for (const name of ['Wendy Waits', 'Walt Waits']) {
    const who = await town().passenger(name)
    const { id } = await town().search({ who, from: 'Market', to: 'School', at: '13:00', people: 30 })
    await portal.server.client('dispatcher').call(api.waitlistEntries.create, {
      body: { ...body, service_availability_search_id: id, mode: 'ask', payment_method: 'cash' },
    })
  }
  await portal.open('customer_service', '/WaitingList?filter.state=waiting&search=Waits')
  const rows = () => screen.findAllByRole('row', { name: /Waits/ })
  const takeOff = async (): Promise<void> => {
    await user.click(screen.getAllByRole('button', { name: /^Actions for .* Waits/ })[0] ?? document.body)
    await user.click(await screen.findByRole('menuitem', { name: 'Take off the list' }))
    await user.click(await screen.findByRole('button', { name: 'Take off the list' }))
  }
  expect(await rows()).toHaveLength(2)
  await user.click(screen.getAllByRole('button', { name: /^Actions for .* Waits/ })[0] ?? document.body)
  await user.click(await screen.findByRole('menuitem', { name: 'Book it at once' }))
  await waitFor(async () => expect((await rows()).map((row) => /Book it/.test(row.textContent))).toContain(true))
  await takeOff()
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  await waitFor(async () => expect((await rows())[0]).toHaveFocus())
  await takeOff()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Waits/ })).toBeNull())
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

// @test-tag long
test('Enter in a field of the waiting list puts the journey on the list and does not search again', async () => {
  const wizard = await refused()
  const searches = calls.of(api.searches.create).length
  await portal.user.click(wizard.getByRole('button', { name: 'Put on the waiting list' }))
  const form = within(await wizard.findByRole('region', { name: 'Put on the waiting list' }))
  await portal.fill(await form.findByRole('textbox', { name: 'Acceptable later' }), '180')
  await portal.user.keyboard('{Enter}')
  expect(await screen.findByText(`${wizard.traveler.name} is on the waiting list`)).toBeVisible()
  expect(calls.of(api.searches.create)).toHaveLength(searches)
})

// covers: JRN-64
// @test-tag long
test('a passenger who is to be asked stands among the exceptions with the time that works, and a press finds the trip', async () => {
  const who = await town().passenger('Ask Ann')
  const { db } = portal.server.deps
  await db.updateTable('travelers').set({ phone_number: '+61412345678' }).where('id', '=', who).execute()
  const { id } = await town().search({ who, from: 'Market', to: 'School', at: '13:00', people: 8, wheelchairs: 1 })
  const at = (time: string): string => `2026-11-23T${time}:00+10:00`
  await portal.server.client('dispatcher').call(api.waitlistEntries.create, {
    body: {
      service_availability_search_id: id,
      earliest_at: at('12:30'),
      latest_at: at('14:30'),
      mode: 'ask',
      payment_method: 'cash',
    },
  })
  await town().vehicle('Large Bus', { seats: 20, wheelchairs: 2, from: '12:00', until: '15:00' })
  await serveNow(portal.server)
  await portal.open('dispatcher', `/Exceptions/inbox?region=${town().region_id}`)
  const asked = await screen.findByText('Ask Ask A., who waits for Mon 23 Nov, 1:00 pm: a trip at 1:00 pm is possible')
  expect(asked).toBeVisible()
  expect(screen.getByRole('link', { name: 'Call the passenger (+61412345678)' })).toHaveAttribute(
    'href',
    'tel:+61412345678',
  )
  await portal.user.click(await within(asked.closest('li')!).findByRole('button', { name: 'Find a trip' }))
  const wizard = within(await screen.findByRole('dialog', { name: /New Booking for Ask Ann/ }))
  await waitFor(() => expect(wizard.getByRole('combobox', { name: 'Travel Time' })).toHaveValue('1:00 pm'))
})
