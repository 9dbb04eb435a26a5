import { api, type PlaceInput } from '@ambit/contract'
import { stopPoint } from '@ambit/server/testing/small-town'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, town, open, timeField, findTrip } = startWizard()
const { user } = portal

const place = async (body: Omit<z.input<typeof PlaceInput>, 'region_id'>) =>
  (
    await portal.server
      .client('customer_service')
      .call(api.places.create, { body: { region_id: town().region_id, ...body } })
  ).data

type Wizard = Awaited<ReturnType<typeof open>>
const choose = async (wizard: Wizard, label: string, typed: string, found: string) => {
  await portal.fill(wizard.getByRole('combobox', { name: label }), typed)
  await screen.findByRole('option', { name: new RegExp(found) })
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect((wizard.getByRole('combobox', { name: label }) as HTMLInputElement).value).toMatch(new RegExp(`^${found}`)),
  )
}

// covers: JRN-82
test('a place of the place book is found by any of its names, also misspelt, says that it is outside of the zone, and warns where it is closed on arrival', async () => {
  await portal.server.deps.db.deleteFrom('places').execute()
  const clinic = await place({
    name: 'Renal Clinic',
    address: '1 Quay Street',
    point: stopPoint('Harbour'),
    note: 'Side door',
  })
  const mornings = [{ from: 480, until: 600 }]
  await place({
    name: 'School Kitchen',
    other_names: ['Lunch Club'],
    address: '2 School Lane',
    point: stopPoint('School'),
    hours: [mornings, mornings, mornings, mornings, mornings, [], []],
  })
  await place({ name: 'Mountain Hut', address: 'Far away', point: [153.9, -26.5] })
  const wizard = await open()
  calls.answer(api.geo.autosuggest, (ask) => ask())
  await choose(wizard, 'Pick Up', 'renal clinik', 'Renal Clinic')
  await choose(wizard, 'Drop Off', 'mountain', 'Mountain Hut')
  expect(await wizard.findByText('Out Of Zone')).toBeVisible()
  await choose(wizard, 'Drop Off', 'lunch club', 'School Kitchen')
  await user.click(wizard.getByRole('radio', { name: 'Leave Later' }))
  await portal.fill(timeField(wizard), '8:30 am')
  await user.keyboard('{Enter}')
  await user.click(findTrip(wizard))
  await wizard.findByRole('radio', { name: /Soonest/ })
  expect(wizard.queryByText(/is closed at/)).toBeNull()
  await user.click(wizard.getByRole('button', { name: 'Edit Trip' }))
  await portal.fill(timeField(wizard), '11:00 am')
  await user.keyboard('{Enter}')
  await user.click(findTrip(wizard))
  expect(
    await wizard.findByText(/^School Kitchen is closed at \d+:\d\d am, when the passenger gets there\.$/),
  ).toBeVisible()
  await user.click(wizard.getByRole('button', { name: 'Confirm Trip' }))
  await wizard.findByText("You're Booked!")
  const [booking] = (
    await town().dispatcher.call(api.serviceRequests.list, { query: { filter: { traveler: [wizard.traveler.id] } } })
  ).data
  expect(booking).toMatchObject({
    origin: { name: `Renal Clinic, ${clinic.address}`, point: stopPoint('Harbour') },
  })
})

// covers: JRN-84
test('a booking has a note of up to 250 characters for each stop, from the place book and from the passenger’s own place, beside the comment', async () => {
  await portal.server.deps.db.deleteFrom('places').execute()
  await place({ name: 'Renal Clinic', address: '1 Quay Street', point: stopPoint('Harbour'), note: 'Side door' })
  await place({ name: 'School Kitchen', address: '2 School Lane', point: stopPoint('School'), note: 'Gate 1' })
  const wizard = await open()
  const address = { name: '2 School Lane', point: stopPoint('School') }
  await portal.server
    .passengerClient(wizard.traveler.id)
    .call(api.ride.addPlace, { body: { name: 'Lunch', kind: 'other', address, note: 'Ring at the hall' } })
  calls.answer(api.geo.autosuggest, (ask) => ask())
  await choose(wizard, 'Pick Up', 'renal', 'Renal Clinic')
  await choose(wizard, 'Drop Off', 'school k', 'School Kitchen')
  await user.click(findTrip(wizard))
  await wizard.findByRole('button', { name: 'Confirm Trip' })
  const note = (stop: string) => wizard.getByRole('textbox', { name: `Note for the driver at the ${stop}` })
  await waitFor(() => expect(note('pick-up')).toHaveValue('Side door'))
  expect(note('pick-up')).toHaveAccessibleDescription(/^From the place book: Renal Clinic\./)
  await waitFor(() => expect(note('drop-off')).toHaveValue('Ring at the hall'))
  expect(note('drop-off')).toHaveAccessibleDescription(/^From the passenger’s own place: Lunch\./)
  expect(note('drop-off')).toHaveAttribute('maxlength', '250')
  await portal.fill(wizard.getByRole('textbox', { name: 'Comment' }), 'Two bags.')
  await user.click(wizard.getByRole('button', { name: 'Confirm Trip' }))
  await wizard.findByText("You're Booked!")
  const query = { filter: { traveler: [wizard.traveler.id] } }
  expect((await town().dispatcher.call(api.serviceRequests.list, { query })).data).toMatchObject([
    { pickup_note: 'Side door', dropoff_note: 'Ring at the hall', comment: 'Two bags.' },
  ])
})
