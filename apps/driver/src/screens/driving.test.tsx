import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openTrip, tap } from '../testing/open-app.tsx'
import { at, booking, NOON, rider, sampleManifest, stop } from '../testing/sample-trip.ts'

const MINUTE = 60_000
const row = async (name: string) => within(await screen.findByRole('listitem', { name }))
const heading = (words: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole('heading', { level: 1, name: words })

// covers: DAPP-31
test('the driving screen shows one stop: what, where, when, who, needs, note, what is free, and one main button', async () => {
  const manifest = sampleManifest()
  manifest.bookings = [booking(41, 'Noor Q.', { pickup_note: 'Ring twice' }), booking(42, 'Ben A.')]
  const first = manifest.trip.trip_stops[0]!
  first.boardings = [rider(41, -5, { mobility_support: 1, passenger_count: 2 }), rider(42, -5)]
  manifest.trip.trip_stops[1]!.alightings = [rider(41, 5, { mobility_support: 1, passenger_count: 2 })]
  openTrip(manifest)
  await heading('Pick up 12 Pier Street, Redwater')
  const order = ['Pick up', '12 Pier Street', '2:00', 'On time', '3 people get on', '1 wheelchair space', 'Noor Q.']
  const words = (screen.getByRole('main').textContent ?? '').replaceAll(/\s/g, ' ')
  const places = [...order, 'Ring twice', 'Ben A.', '6 seats free afterwards', '0 wheelchair spaces free'].map((one) =>
    words.indexOf(one),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(document.querySelectorAll('button.main')).toHaveLength(1)
})

// covers: DAPP-32
test.each([
  ['Pick up', { boardings: [rider(41, 0)] }],
  ['Drop off', { alightings: [rider(41, 0)] }],
  ['Pick up and drop off', { boardings: [rider(41, 0)], alightings: [rider(42, 0)] }],
  ['Break', { kind: 'break' as const }],
  ['Go to the waiting place', { kind: 'staging' as const }],
  ['Wait here', { kind: 'staging' as const, arrived_at: at(-1) }],
  ['Route stop', { kind: 'route_stop' as const }],
])('what to do is %s', async (words, change) => {
  openTrip(sampleManifest({ trip_stops: [stop(1, 0, { location_name: 'Depot', ...change })] }))
  expect(await heading(`${words} Depot`)).toBeVisible()
})

// covers: DAPP-34
test('the time stands beside the promised window and a word for how it stands, with a sign', async () => {
  const app = openTrip()
  expect(await screen.findByText('On time')).toBeVisible()
  expect(screen.getByText(/^Promised 1:55\spm to 2:10\spm$/)).toBeVisible()
  const late = (minutes: number): void => {
    const manifest = sampleManifest()
    manifest.trip.trip_stops[0]!.eta = at(minutes)
    app.device.setOpen({ manifest })
  }
  late(16)
  expect(await screen.findByText('+6 min late')).toBeVisible()
  app.device.setNow(NOON - 20 * MINUTE)
  late(-8)
  expect(await screen.findByText('−3 min early')).toBeVisible()
})

// covers: DAPP-35
test('while it is too early to leave the screen counts down to it', async () => {
  const app = openTrip()
  // The first stop is due at 2:00 pm and five minutes away.
  app.device.setNow(NOON - 20 * MINUTE)
  expect(await screen.findByText('Set out in 15 min')).toBeVisible()
  app.device.setNow(NOON - 10 * MINUTE)
  expect(await screen.findByText('Set out in 5 min')).toBeVisible()
  app.device.setNow(NOON - 5 * MINUTE)
  await waitFor(() => expect(screen.queryByText(/^Set out in/)).toBeNull())
})

// covers: JRN-85
// @test-tag long
test('a note stands at its own stop alone, until the passenger got on or off there, also before names are shown', async () => {
  const manifest = sampleManifest()
  manifest.bookings = [
    booking(41, 'Noor Q.', { pickup_note: 'Ring twice', dropoff_note: 'Ward 3' }),
    booking(42, 'Ben A.'),
  ]
  const app = openTrip(manifest)
  app.device.setNow(NOON - 90 * MINUTE)
  expect(await screen.findByText('Ring twice')).toBeVisible()
  expect(screen.queryByText('Noor Q.')).toBeNull()
  app.device.setNow(NOON)
  await tap(app, 'Arrived')
  expect(screen.getByText('Ring twice')).toBeVisible()
  expect(screen.queryByText('Ward 3')).toBeNull()
  await tap(app, 'Aboard Noor Q.')
  await tap(app, 'Aboard Ben A.')
  expect(screen.queryByText('Ring twice')).toBeNull()
  await tap(app, 'Depart')
  expect(await screen.findByText('Ward 3')).toBeVisible()
  await tap(app, 'Arrived')
  await tap(app, 'Out Noor Q.')
  await waitFor(() => expect(screen.queryByText('Ward 3')).toBeNull())
})

test('a note that was changed is marked as new until the driver says to have read it', async () => {
  const manifest = sampleManifest()
  manifest.bookings = [booking(41, 'Noor Q.', { pickup_note: 'Green gate' }), booking(42, 'Ben A.')]
  const app = openTrip(manifest)
  expect((await row('Noor Q.')).queryByText('New')).toBeNull()
  app.device.setOpen({ new_notes: ['41 pickup_note'] })
  expect(await (await row('Noor Q.')).findByText('New')).toBeVisible()
  await tap(app, 'Note read Noor Q.')
  expect((await row('Noor Q.')).queryByText('New')).toBeNull()
  expect((await row('Noor Q.')).getByText('Green gate')).toBeVisible()
})

// covers: DAPP-53, DAPP-61
test('passengers get on and off by their rows or all at once, and Depart names who is left', async () => {
  const app = openTrip()
  await tap(app, 'Arrived')
  const depart = await screen.findByRole('button', { name: /^Depart/ })
  expect(depart).toHaveTextContent('Noor Q. has neither boarded nor been declared absent.')
  await app.user.click(depart)
  const noor = await row('Noor Q.')
  await app.user.click(noor.getByRole('button', { name: 'Aboard Noor Q.' }))
  expect(await noor.findByText('Aboard')).toBeVisible()
  expect(depart).toHaveTextContent('Ben A. has neither boarded nor been declared absent.')
  await app.user.click((await row('Ben A.')).getByRole('button', { name: 'Aboard Ben A.' }))
  await waitFor(() => expect(depart).toHaveTextContent(/^Depart$/))
  await app.user.click(depart)
  await heading('Drop off Redwater Hospital')
  expect(screen.queryByRole('button', { name: 'Out Noor Q.' })).toBeNull()
  await tap(app, 'Arrived')
  expect(await screen.findByRole('button', { name: /^Depart/ })).toHaveTextContent('Noor Q. has not got off.')
  await tap(app, 'Out Noor Q.')
  await tap(app, 'Depart')
  await heading('Drop off 3/40 Quay Road, Redwater')
  expect(app.device.deeds.map(({ kind }) => kind)).toEqual([
    'arrive',
    'board',
    'board',
    'depart',
    'arrive',
    'drop_off',
    'depart',
  ])
})

// covers: DAPP-53
test('with two bookings one button takes all aboard or out, as one action for each', async () => {
  const manifest = sampleManifest()
  const [first, , last] = manifest.trip.trip_stops
  manifest.trip.trip_stops = [first!, { ...last!, alightings: [rider(41, 15), rider(42, 15)] }]
  const app = openTrip(manifest)
  expect(screen.queryByRole('button', { name: /^All aboard/ })).toBeNull()
  await tap(app, 'Arrived')
  await tap(app, 'All aboard (2)')
  await tap(app, 'Depart')
  await tap(app, 'Arrived')
  await tap(app, 'All out (2)')
  await waitFor(() => expect(app.device.deeds).toHaveLength(7))
  expect(app.device.deeds.filter(({ kind }) => kind === 'board')).toEqual([
    { kind: 'board', service_request_id: 41 },
    { kind: 'board', service_request_id: 42 },
  ])
})

// covers: DAPP-55, DAPP-56
test('Not here counts down to when it is possible, and asks for a reason', async () => {
  const app = openTrip()
  await tap(app, 'Arrived')
  const noor = await row('Noor Q.')
  const early = await noor.findByRole('button', { name: /^Not here/ })
  expect(early).toHaveTextContent(/possible at 2:0[34]\spm$/)
  await app.user.click(early)
  expect(app.device.deeds).toHaveLength(1)
  app.device.setNow(NOON + 4 * MINUTE)
  await waitFor(() => expect(noor.getByRole('button', { name: 'Not here Noor Q.' })).toBeVisible())
  await app.user.click(noor.getByRole('button', { name: 'Not here Noor Q.' }))
  expect(noor.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Not at the stop',
    'Does not want to travel',
    'At another place',
    'Cannot be carried safely',
    'Other',
    'Cancel',
  ])
  await app.user.click(noor.getByRole('button', { name: 'Other' }))
  await app.user.type(noor.getByRole('textbox', { name: 'Reason' }), ' x ')
  await app.user.click(noor.getByRole('button', { name: 'Declare not here' }))
  expect(await noor.findByText('Please enter 3 to 200 characters.')).toBeVisible()
  await app.user.type(noor.getByRole('textbox', { name: 'Reason' }), 'Went by taxi')
  await app.user.click(noor.getByRole('button', { name: 'Declare not here' }))
  expect(await noor.findByText('Not here')).toBeVisible()
  const ben = await row('Ben A.')
  await app.user.click(ben.getByRole('button', { name: 'Not here Ben A.' }))
  await app.user.click(ben.getByRole('button', { name: 'Not at the stop' }))
  await waitFor(() =>
    expect(app.device.deeds.slice(1)).toEqual([
      { kind: 'no_show', service_request_id: 41, reason: 'other', reason_text: 'x Went by taxi' },
      { kind: 'no_show', service_request_id: 42, reason: 'not_at_stop' },
    ]),
  )
})

// covers: DAPP-63
test('the last action can be undone for ten seconds beside what comes next, and ten of them in the menu', async () => {
  const app = openTrip()
  await tap(app, 'Arrived')
  await tap(app, 'Aboard Noor Q.')
  await tap(app, /^Undo/)
  expect(await screen.findByRole('button', { name: 'Aboard Noor Q.' })).toBeVisible()
  await tap(app, 'Aboard Noor Q.')
  expect(await screen.findByRole('button', { name: 'Undo Aboard: Noor Q.' })).toBeVisible()
  app.device.setNow(NOON + MINUTE)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull())
  await tap(app, 'Menu')
  const taking = screen.getAllByRole('button', { name: /^Take back:/ })
  expect(taking.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Take back: Aboard: Noor Q., 2:00\spm$/),
    expect.stringMatching(/^Take back: Arrived, 2:00\spm$/),
  ])
  await app.user.click(taking[0]!)
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Take back:/ })).toHaveLength(1))
  app.device.setOpen({
    takeBacks: Array.from({ length: 12 }, (_, n) => ({ id: `${n}`, kind: 'arrive', at: NOON, about: 'Pier Street' })),
  })
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Take back:/ })).toHaveLength(10))
})

// covers: DAPP-69
test.each([
  ['Paid', { kind: 'paid', method: 'card', amount: 4.5, currency: 'AUD' }],
  ['Pays by card after the ride', { kind: 'card', method: 'card', amount: 4.5, currency: 'AUD' }],
  ['Cash $4.50', { kind: 'cash', method: 'cash', amount: 4.5, currency: 'AUD' }],
  ['Opal card', { kind: 'transport_card', method: 'opalcard', amount: 4.5, currency: 'AUD' }],
  ['Free', { kind: 'free', method: 'cash', amount: 0, currency: 'AUD' }],
] as const)('a row to board says what is due: %s', async (words, due) => {
  const manifest = sampleManifest()
  manifest.bookings = [booking(41, 'Noor Q.', { due }), booking(42, 'Ben A.')]
  openTrip(manifest)
  expect((await row('Noor Q.')).getByText(words)).toBeVisible()
})

test('a passenger can be called from when the vehicle has set out until boarding', async () => {
  const app = openTrip()
  expect((await row('Noor Q.')).queryByRole('link')).toBeNull()
  app.device.setOpen({ manifest: sampleManifest({ current_state: 'in_transit' }) })
  const call = await (await row('Noor Q.')).findByRole('link', { name: 'Call Noor Q.' })
  expect(call).toHaveAttribute('href', 'tel:+61412345678')
  expect(screen.getByText('The number stays in the call list of this phone.')).toBeVisible()
  await tap(app, 'Arrived')
  await tap(app, 'Aboard Noor Q.')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Call Noor Q.' })).toBeNull())
})

// covers: DAPP-75
test('a break shows its window, begins when all have got off, counts down, and ends', async () => {
  const atBreak = stop(4, 0, { kind: 'break', location_name: 'Depot', scheduled_departure_at: at(30) })
  const app = openTrip(sampleManifest({ trip_stops: [atBreak], on_board: 1 }))
  expect(await screen.findByText(/^2:00\spm to 2:30\spm, 30 min$/)).toBeVisible()
  await tap(app, /^Start break/)
  expect(await screen.findByText('A break begins once all passengers have got off.')).toBeVisible()
  expect(app.device.deeds).toEqual([])
  app.device.setOpen({ manifest: sampleManifest({ trip_stops: [atBreak] }) })
  await tap(app, 'Start break')
  expect(await screen.findByText('30 min left')).toBeVisible()
  app.device.setNow(NOON + 12 * MINUTE)
  expect(await screen.findByText('18 min left')).toBeVisible()
  await tap(app, 'End break')
  await waitFor(() => expect(app.device.deeds.map(({ kind }) => kind)).toEqual(['arrive', 'depart']))
})

test('a trip is ended after a question, which names who is still on board or waits', async () => {
  const app = openTrip()
  await tap(app, 'Menu')
  await tap(app, 'End trip')
  expect(await screen.findByText('A trip that has ended cannot be opened again.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Go on driving' })).toHaveFocus()
  await tap(app, 'End trip')
  expect(await screen.findByText('Still to pick up: Noor Q., Ben A.')).toBeVisible()
  app.device.setOpen({ manifest: sampleManifest({ trip_stops: [] }) })
  await tap(app, 'End trip')
  await tap(app, 'End trip')
  expect(await heading('Trip ended')).toBeVisible()
  expect(screen.getByText('Everything is sent')).toBeVisible()
  app.device.set({ sending: { ...app.device.state().sending, unsent: 1, unsent_since: NOON } })
  expect(await screen.findByText('1 action is not sent yet')).toBeVisible()
  await tap(app, 'Back to the trips')
  expect(await heading('Your trips')).toBeVisible()
})

// covers: DAPP-43
test('the list of stops shows what is behind and ahead, and marks what changed since it was last open', async () => {
  const app = openTrip()
  await tap(app, 'Arrived')
  await tap(app, 'All aboard (2)')
  await tap(app, 'Depart')
  await tap(app, 'Stops')
  const lines = (): string[] => screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  await heading('Stops')
  expect(lines()).toEqual([
    expect.stringMatching(/^2:00\spmPick up 12 Pier Street, Redwater2 people get onDone$/),
    expect.stringMatching(/^2:12\spmDrop off Redwater Hospital1 person gets offNext$/),
    expect.stringMatching(/^2:25\spmDrop off 3\/40 Quay Road, Redwater1 person gets off$/),
    expect.stringMatching(/^2:40\spmBreak Depot$/),
  ])
  await tap(app, 'Back to the trip')
  await heading(/^Drop off Redwater Hospital/)
  const { manifest } = app.device.state().open!
  const [first, second, third] = manifest.trip.trip_stops
  const added = stop(9, 18, { location_name: 'Market', boardings: [rider(43, 18)] })
  app.device.setOpen({
    manifest: {
      ...manifest,
      trip: { ...manifest.trip, trip_stops: [first!, second!, added, { ...third!, scheduled_at: at(31) }] },
    },
  })
  await tap(app, 'Stops')
  await heading('Stops')
  expect(lines().map((line) => line.endsWith('Changed'))).toEqual([false, false, true, true])
})

// covers: DAPP-121
test("passengers' details and house numbers are shown from an hour before their window until half an hour after they left", async () => {
  const app = openTrip()
  app.device.setNow(NOON - 66 * MINUTE)
  await heading('Pick up Pier Street, Redwater')
  expect(await screen.findByRole('listitem', { name: 'Passenger 1' })).toBeVisible()
  expect(screen.queryByText(/Noor|Ben/)).toBeNull()
  expect(screen.queryByText('Free')).toBeNull()
  expect(screen.getByText(/^Names and doors are shown from 12:55\spm\.$/)).toBeVisible()
  app.device.setNow(NOON - 64 * MINUTE)
  await heading('Pick up 12 Pier Street, Redwater')
  expect(await screen.findByRole('listitem', { name: 'Noor Q.' })).toBeVisible()
  app.device.setNow(NOON)
  await tap(app, 'Arrived')
  await tap(app, 'All aboard (2)')
  await tap(app, 'Depart')
  await tap(app, 'Arrived')
  await tap(app, 'Out Noor Q.')
  app.device.setNow(NOON + 29 * MINUTE)
  expect(await screen.findByRole('listitem', { name: 'Noor Q.' })).toBeVisible()
  app.device.setNow(NOON + 31 * MINUTE)
  expect(await screen.findByRole('listitem', { name: 'Passenger 1' })).toBeVisible()
  await tap(app, 'Menu')
  expect(screen.getAllByRole('button', { name: /^Take back/ })[0]).toHaveTextContent(/^Take back: Out, 2:00/)
  expect(screen.queryByText(/Noor/)).toBeNull()
})

test('the focus goes to the heading with each step, and back to it when the button that had it has gone', async () => {
  const app = openTrip()
  await tap(app, 'Arrived')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  await tap(app, 'Aboard Noor Q.')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

// covers: DAPP-41
test('the automatic theme changes at sunset and sunrise where the vehicle is, unless one is chosen', async () => {
  const app = openTrip()
  const theme = () => document.documentElement.dataset['theme']
  await waitFor(() => expect(theme()).toBe('day'))
  // In Brisbane the sun sets at 6:24 pm that day, and rises at 4:46 am on the next.
  app.device.setNow(NOON + 260 * MINUTE)
  expect(theme()).toBe('day')
  app.device.setNow(NOON + 270 * MINUTE)
  await waitFor(() => expect(theme()).toBe('night'))
  app.device.setNow(NOON + 15 * 60 * MINUTE)
  await waitFor(() => expect(theme()).toBe('day'))
  await tap(app, 'Menu')
  await app.user.click(screen.getByRole('radio', { name: 'Night' }))
  await waitFor(() => expect(theme()).toBe('night'))
  await app.user.click(screen.getByRole('radio', { name: 'Day' }))
  await waitFor(() => expect(theme()).toBe('day'))
})
