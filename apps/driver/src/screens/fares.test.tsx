import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { ManifestBooking } from '@ambit/contract'
import { openTrip, tap } from '../testing/open-app.tsx'
import { at, booking, rider, sampleManifest } from '../testing/sample-trip.ts'

const cash = (amount: number): ManifestBooking['due'] => ({ kind: 'cash', method: 'cash', amount, currency: 'AUD' })
const row = async (name: string) => within(await screen.findByRole('listitem', { name }))

/** The vehicle is where Noor, with two others, and Ben get on. */
const atPickup = (noor: Partial<ManifestBooking> = { due: cash(10.5) }) => {
  const manifest = sampleManifest()
  const party = { passenger_count: 3 }
  const [first, second] = manifest.trip.trip_stops
  Object.assign(first!, { arrived_at: at(0), boardings: [rider(41, -5, party), rider(42, -5)] })
  Object.assign(second!, { alightings: [rider(41, 5, party)] })
  manifest.bookings = [booking(41, 'Noor Q.', noor), booking(42, 'Ben A.')]
  return openTrip(manifest)
}

// covers: DAPP-54
test('a booking of several people asks how many came: all by default, and the seats of the others are free', async () => {
  const app = atPickup()
  await tap(app, 'Aboard Noor Q.')
  expect(app.device.deeds).toEqual([])
  const question = within(await screen.findByRole('region', { name: 'How many came of Noor Q.?' }))
  const choices = question.getAllByRole('button').map((button) => button.textContent?.replaceAll(/\s+/g, ' ').trim())
  expect(choices).toEqual(['All 3 came', '2 2 of 3', '1 1 of 3', 'Cancel'])
  await tap(app, /^2 2 of 3/)
  expect(app.device.deeds).toEqual([{ kind: 'board', service_request_id: 41, boarded_count: 2 }])
  expect((await row('Noor Q.')).getByText(/2 of 3 people/)).toBeVisible()
  expect(screen.getByText('5 seats free afterwards')).toBeVisible()
})

test('all of several people board with the first button, one person without a question', async () => {
  const app = atPickup()
  await tap(app, 'Aboard Noor Q.')
  await tap(app, 'All 3 came')
  await tap(app, 'Aboard Ben A.')
  expect(app.device.deeds).toEqual([
    { kind: 'board', service_request_id: 41 },
    { kind: 'board', service_request_id: 42 },
  ])
})

test('a cash fare is paid with one tap once the passenger is aboard, and never stops the departure', async () => {
  const app = atPickup()
  expect((await row('Noor Q.')).queryByRole('button', { name: /Paid/ })).toBeNull()
  await tap(app, 'All aboard (2)')
  expect((await row('Ben A.')).queryByRole('button', { name: /Paid/ })).toBeNull()
  expect(await screen.findByRole('button', { name: 'Depart' })).not.toHaveAttribute('aria-disabled', 'true')
  await tap(app, 'Paid $10.50 Noor Q.')
  expect(app.device.deeds.at(-1)).toEqual({ kind: 'paid', service_request_id: 41, amount: 10.5 })
  expect(await screen.findByText('Paid $10.50')).toBeVisible()
  await tap(app, /^Undo/)
  expect(await screen.findByRole('button', { name: 'Paid $10.50 Noor Q.' })).toBeVisible()
})

test.each(['', '-1', '1000.01', '1001', '3.333', 'ten'])(
  'another amount of "%s" is refused beside its field',
  async (typed) => {
    const app = atPickup()
    await tap(app, 'All aboard (2)')
    await tap(app, 'Paid other amount Noor Q.')
    const field = await screen.findByRole('textbox', { name: 'Amount that Noor Q. paid' })
    if (typed !== '') await app.user.type(field, typed)
    await tap(app, 'Paid')
    expect(screen.getByRole('textbox', { name: 'Amount that Noor Q. paid' })).toHaveAccessibleDescription(
      'Please enter an amount from 0 to 1,000 with at most 2 decimals.',
    )
    expect(field).toHaveValue(typed)
    expect(app.device.deeds).toHaveLength(2)
  },
)

test.each([
  ['0', 0],
  ['1000', 1000],
  ['3,5', 3.5],
  ['3.55', 3.55],
])('another amount of "%s" is taken as %d', async (typed, amount) => {
  const app = atPickup()
  await tap(app, 'All aboard (2)')
  await tap(app, 'Paid other amount Noor Q.')
  await app.user.type(await screen.findByRole('textbox', { name: 'Amount that Noor Q. paid' }), typed)
  await tap(app, 'Paid')
  expect(app.device.deeds.at(-1)).toEqual({ kind: 'paid', service_request_id: 41, amount })
})

// covers: DAPP-70
test('a fare that is not paid needs a reason, stands in the row and can be changed', async () => {
  const app = atPickup()
  await tap(app, 'All aboard (2)')
  await tap(app, 'Not paid Noor Q.')
  expect(app.device.deeds).toHaveLength(2)
  await tap(app, 'No change')
  expect(app.device.deeds.at(-1)).toEqual({ kind: 'not_paid', service_request_id: 41, reason: 'no_change' })
  expect(await screen.findByText('Not paid: No change')).toBeVisible()
  await tap(app, 'Change Noor Q.')
  await tap(app, 'Paid $10.50 Noor Q.')
  expect(await screen.findByText('Paid $10.50')).toBeVisible()
})

// covers: DAPP-71
test('a concession is named, and where it is not shown the full fare can be taken', async () => {
  const app = atPickup({ due: cash(6.3), concession: { name: 'Pensioner', full_amount: 10.5 } })
  expect((await row('Noor Q.')).getByText('Concession: Pensioner')).toBeVisible()
  await tap(app, 'All aboard (2)')
  await tap(app, 'Concession not shown Noor Q.')
  expect(app.device.deeds.at(-1)).toEqual({ kind: 'concession_not_shown', service_request_id: 41 })
  await tap(app, 'Paid $10.50 Noor Q.')
  expect(app.device.deeds.at(-1)).toMatchObject({ kind: 'paid', amount: 10.5 })
})

// covers: DAPP-72
test('at the end of the trip there is the cash to hand in, with one line for each fare', async () => {
  const manifest = sampleManifest({ current_state: 'completed' })
  const rode = (id: number, fare: object) =>
    rider(id, 0, { status: 'completed', fare: { paid: null, unpaid_reason: null, concession_shown: null, ...fare } })
  manifest.trip.trip_stops.splice(1)
  manifest.trip.trip_stops[0]!.boardings = [
    rode(41, { paid: 10.1 }),
    rode(42, { paid: 0.2 }),
    rode(43, { unpaid_reason: 'refused' }),
    rode(44, {}),
    rider(45, 0, { status: 'no_show' }),
  ]
  manifest.bookings = [41, 42, 43, 44, 45].map((id) => booking(id, `Passenger ${id}`, { due: cash(3.5) }))
  openTrip(manifest)
  const hand = within(await screen.findByRole('region', { name: 'Cash' }))
  expect(hand.getByRole('heading')).toHaveTextContent('Cash to hand in: $10.30')
  const lines = hand.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(lines).toEqual(['$10.10', '$0.20', 'Not paid: Refuses to pay', 'Not recorded, $3.50 due'])
})
