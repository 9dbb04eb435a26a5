import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFakeApi } from '../testing/fake-api.ts'
import { followStreams } from '../testing/follow-streams.ts'
import { heading, openApp, openSignedIn, type Opened, tap } from '../testing/open-app.tsx'
import { clinic, home, later, mia, NOON, sampleRide } from '../testing/samples.ts'

const becomeVisible = (): void => void document.dispatchEvent(new Event('visibilitychange'))
const setRide = (app: Opened, change: Parameters<typeof sampleRide>[1]): void => {
  app.fake.world.rides = [sampleRide(12, change)]
}
const openRide = (change: Parameters<typeof sampleRide>[1] = {}): Opened =>
  openSignedIn({ rides: [sampleRide(12, change)] }, 'rides/12')
const said = (role: 'status' | 'alert'): string[] =>
  screen.getAllByRole(role).flatMap(({ textContent }) => (textContent === '' ? [] : [textContent ?? '']))
/** The sentence stands on the page, besides what screen readers hear. */
const sentence = (words: string): Promise<HTMLElement[]> => screen.findAllByText(words)

const vehicle = {
  number: 'B12',
  license_plate: '123 ABC',
  description: 'White Toyota HiAce',
  position: { point: { lat: -28.1, lng: 153.4 }, at: later(-3) },
}

// covers: RIDE-61, DAPP-115
test('a ride shows one sentence, the expected range, the promise with how much later it is, the vehicle, and what to pay', async () => {
  openRide({ phase: 'coming', stops_before: 2, late_minutes: 4, vehicle })
  await sentence('2 stops before you')
  const termOf = (name: string): HTMLElement => screen.getByText(name).parentElement!
  expect(termOf('Expected').textContent?.replaceAll(/\s/g, ' ')).toBe('Expected2:12 pm to 2:17 pm')
  expect(termOf('Promised').textContent?.replaceAll(/\s/g, ' ')).toBe(
    'Promised2:10 pm – 2:20 pmAbout 4 minutes later than promised',
  )
  expect(screen.getByText('B12')).toBeVisible()
  expect(screen.getByText(/White Toyota HiAce/)).toHaveTextContent('Plate 123 ABC')
  expect(screen.getByText('Position 3 min old')).toBeVisible()
  expect(screen.getByText('Pay $2.50 on board')).toBeVisible()
})

test('vehicle and stop are on a map that has a name, and everything on it is said in words as well', async () => {
  openRide({ phase: 'coming', stops_before: 0, vehicle })
  expect(await screen.findByRole('img', { name: 'Map of vehicle, stop and the way on foot' })).toBeInTheDocument()
  expect(screen.getByText('Beach Road Shops')).toBeVisible()
  expect(screen.getByText('B12')).toBeVisible()
})

test('a ride that is over has no map', async () => {
  openRide({ phase: 'completed', dropped_off_at: later(-10) })
  await screen.findByRole('button', { name: 'Book again' })
  expect(screen.queryByRole('img')).toBeNull()
})

// covers: RIDE-60
test.each([
  ['arriving', {}, 'Arriving'],
  ['here', { waits_until: later(4) }, /^Your vehicle is here and waits until 2:04\spm$/],
] as const)('a ride whose vehicle is %s says so, and at the stop until when it waits', async (phase, change, words) => {
  openRide({ phase, ...change, vehicle })
  expect((await screen.findAllByText(words))[0]).toBeVisible()
})

// covers: RIDE-68
test('on board a ride shows the expected arrival as a range, the stops before it, and a button for the emergency number', async () => {
  const expected_dropoff = { from: later(20), to: later(26) }
  openRide({ phase: 'on_board', stops_before: 2, expected_pickup: null, expected_dropoff, vehicle })
  expect((await screen.findAllByText(/^You arrive between 2:20\spm and 2:26\spm$/))[0]).toBeVisible()
  expect(screen.getByText('2 stops before yours')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Emergency call: 000' })).toHaveAttribute('href', 'tel:000')
})

test('before the pick-up there is no button for emergencies', async () => {
  openRide({ phase: 'coming', vehicle })
  await screen.findByText('B12')
  expect(screen.queryByRole('link', { name: /^Emergency/ })).toBeNull()
})

// covers: RIDE-63
test('a range without a known position is labelled Planned', async () => {
  openRide({ by_plan_only: true, vehicle: { ...vehicle, position: null } })
  expect(await screen.findByText('Planned')).toBeVisible()
  expect(screen.queryByText('Expected')).toBeNull()
  expect(screen.queryByText(/^Position/)).toBeNull()
})

// covers: RIDE-65
test('an open ride is asked for every 15 seconds with what is known of it, and at once when the page becomes visible or has a signal', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = openRide()
  await screen.findByText('Pay $2.50 on board')
  const asked = (): number => app.fake.called('ride.booking').length
  expect(asked()).toBe(1)
  vi.advanceTimersByTime(15_000)
  await waitFor(() => expect(asked()).toBe(2))
  setRide(app, { phase: 'arriving' })
  becomeVisible()
  await sentence('Arriving')
  expect(asked()).toBe(3)
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(asked()).toBe(4))
})

// covers: RIDE-65
test('what the server tells of the ride is shown at once, and the stream ends while the page is hidden', async () => {
  const { streams, tell, open } = followStreams()
  const app = openRide()
  await screen.findByText('Pay $2.50 on board')
  expect(streams).toMatchObject([{ url: '/api/v2/ride/live' }])
  const asked = (): number => app.fake.called('ride.booking').length
  tell('ride', { id: 13, ride: sampleRide(13, { phase: 'here' }) })
  tell('ride', { id: 12, ride: sampleRide(12, { phase: 'coming', stops_before: 2, server_time: later(1) }) })
  await sentence('2 stops before you')
  tell('ride', { id: 12, ride: sampleRide(12, { phase: 'here', server_time: later(0) }) })
  expect(asked()).toBe(1)
  setRide(app, { phase: 'arriving' })
  tell('ride', { id: 12 })
  await sentence('Arriving')
  expect(asked()).toBe(2)
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  becomeVisible()
  expect(open()).toBe(0)
  hidden.mockRestore()
  becomeVisible()
  expect([open(), streams.length]).toEqual([1, 2])
})

// covers: RIDE-65
test('a ride is asked for when the stream begins and no more while it comes through, and every 15 seconds once it is silent', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { tell } = followStreams()
  const app = openRide()
  await screen.findByText('Pay $2.50 on board')
  const asked = (): number => app.fake.called('ride.booking').length
  tell('ready')
  await waitFor(() => expect(asked()).toBe(2))
  for (let quarter = 0; quarter < 8; quarter++) {
    tell('alive')
    vi.advanceTimersByTime(15_000)
  }
  expect(asked()).toBe(2)
  vi.advanceTimersByTime(30_000)
  await waitFor(() => expect(asked()).toBe(4))
})

// covers: RIDE-107
test('screen readers hear changes politely, that the vehicle is here at once, and no sentence twice in a minute', async () => {
  const app = openRide({ phase: 'coming', stops_before: 2 })
  await waitFor(() => expect(said('status')).toContain('2 stops before you'))
  setRide(app, { phase: 'arriving' })
  becomeVisible()
  await waitFor(() => expect(said('status')).toContain('Arriving'))
  expect(said('alert')).toEqual([])
  setRide(app, { phase: 'coming', stops_before: 2 })
  becomeVisible()
  await waitFor(() => expect(screen.getAllByText('2 stops before you')).toHaveLength(1))
  await waitFor(() => expect(said('status')).toEqual([]))
  setRide(app, { phase: 'here' })
  becomeVisible()
  await waitFor(() => expect(said('alert')).toEqual(['Your vehicle is here']))
  expect(said('status')).toEqual([])
})

test('without a signal a ride stays as last known with the time of that, and comes back with the signal', async () => {
  const app = openRide()
  await screen.findByText('Pay $2.50 on board')
  app.fake.world.offline = true
  becomeVisible()
  expect(await screen.findByText(/^As of 2:00\spm$/)).toBeVisible()
  expect(screen.getByText('Pay $2.50 on board')).toBeVisible()
  app.fake.world.offline = false
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/^As of/)).toBeNull())
})

test('an app that is opened without a signal shows the open rides as last known and the number to call, and keeps no name', async () => {
  const app = openSignedIn({
    rides: [sampleRide(12), sampleRide(13, { phase: 'completed' })],
  })
  await screen.findByRole('link', { name: /Next ride/ })
  await waitFor(() => expect(localStorage.getItem('ride-open')).toContain('"id":12'))
  expect(localStorage.getItem('ride-open')).not.toMatch(/Okafor|Mia|"id":13/)
  app.fake.world.offline = true
  app.reload()
  expect(await heading('No signal')).toBeVisible()
  expect(screen.getByText(/^As of 2:00\spm$|^As of .*2:00\spm$/)).toBeVisible()
  expect(screen.getByText(/^Your vehicle comes between/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Call us: +61 7 5555 0142' })).toBeVisible()
  expect(screen.getByText('Booking needs a signal.')).toBeVisible()
  app.fake.world.offline = false
  await tap(app, 'Try again')
  expect(await heading('Where to?')).toBeVisible()
})

test('signing out forgets the rides that were kept', async () => {
  const app = openSignedIn({ rides: [sampleRide(12)] }, 'account')
  localStorage.setItem('ride-open', JSON.stringify({ passenger: mia.id, phone: null, rides: [sampleRide(12)] }))
  await tap(app, 'Sign out')
  await heading('Sign in')
  expect(localStorage.getItem('ride-open')).toBeNull()
})

// covers: RIDE-80
test.each([
  ['', null],
  ['Plans have changed', 'plans_changed'],
])('a ride is cancelled after a question, with the reason %j or without one', async (shown, reason) => {
  const app = openRide()
  await tap(app, 'Cancel the ride')
  expect(await screen.findByText('It costs nothing.')).toBeVisible()
  const why = screen.getByLabelText('Why? (optional)')
  expect(why).toHaveFocus()
  if (shown !== '') await app.user.selectOptions(why, shown)
  await tap(app, 'Cancel the ride')
  await sentence('This ride is cancelled')
  expect(app.fake.called('ride.cancel')[0]?.asked.body).toMatchObject({ reason })
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
})

// covers: RIDE-80
test('a ride whose cancellation had no answer is cancelled with another reason by another call, and shown as cancelled', async () => {
  const app = openRide()
  await tap(app, 'Cancel the ride')
  await app.user.selectOptions(await screen.findByLabelText('Why? (optional)'), 'Plans have changed')
  app.fake.world.lost = 'ride.cancel'
  await tap(app, 'Cancel the ride')
  await screen.findByText(/^The server cannot be reached/)
  await app.user.selectOptions(screen.getByLabelText('Why? (optional)'), 'Illness or appointment cancelled')
  await tap(app, 'Cancel the ride')
  await sentence('This ride is cancelled')
  const keys = app.fake.called('ride.cancel').map(({ key }) => key)
  expect(new Set(keys).size).toBe(2)
})

test('a ride that is kept after the question stays', async () => {
  const app = openRide()
  await tap(app, 'Cancel the ride')
  await tap(app, 'Keep the ride')
  expect(app.fake.called('ride.cancel')).toEqual([])
  expect(screen.getByRole('button', { name: 'Change' })).toBeVisible()
})

// covers: RIDE-77
test('once on board the buttons say why a ride can no longer be changed or cancelled', async () => {
  const refused = 'You are on board.'
  const app = openRide({ phase: 'on_board', cancel_refused: refused, change_refused: refused })
  const button = await screen.findByRole('button', { name: 'Cancel the ride' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('button', { name: 'Change' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getAllByText(refused)).toHaveLength(2)
  await app.user.click(button)
  expect(screen.queryByText('Cancel this ride?')).toBeNull()
})

test('a ride is rated with one to five stars and words, and what was entered stays when it is refused', async () => {
  const app = openRide({ phase: 'completed', dropped_off_at: later(-5), can_rate: true })
  await tap(app, 'Send')
  expect(await screen.findByText('Please choose 1 to 5 stars.')).toBeVisible()
  await app.user.click(screen.getByRole('radio', { name: '4 stars' }))
  await app.user.type(screen.getByLabelText('What should we know? (optional)'), 'Friendly driver')
  const detail = 'This ride can no longer be rated.'
  app.fake.world.refusals.set('ride.feedback', { status: 409, code: 'conflict', detail })
  await tap(app, 'Send')
  expect(await screen.findByText(detail)).toBeVisible()
  expect(screen.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await tap(app, 'Send')
  expect(await screen.findByText('Thank you. Your rating is saved.')).toBeVisible()
  expect(app.fake.called('ride.feedback').at(-1)?.asked.body).toEqual({ rating: 4, comments: 'Friendly driver' })
})

test("another passenger's ride is not there", async () => {
  openSignedIn({}, 'rides/99')
  expect(await screen.findByText('There is no such ride')).toBeVisible()
  expect(screen.queryByText('Promised')).toBeNull()
})

// covers: RIDE-83
// @test-tag long
test('my rides are the open ones and, page by page, the past ones, and one can be booked again', async () => {
  const past = Array.from({ length: 30 }, (_, index) =>
    sampleRide(100 + index, {
      phase: 'completed',
      passengers: [{ fare_type: 'adult' }, { fare_type: 'child' }],
      mobility_support: 1,
    }),
  )
  const app = openSignedIn({ rides: [sampleRide(12), ...past] }, 'rides')
  const open = await screen.findByRole('region', { name: 'Coming up' })
  expect(await within(open).findByRole('link', { name: /Booked · \$2\.50/ })).toHaveAttribute('href', '/Ride/rides/12')
  const earlier = screen.getByRole('region', { name: 'Past rides' })
  await waitFor(() => expect(within(earlier).getAllByRole('link')).toHaveLength(25))
  await tap(app, 'Show older rides')
  await waitFor(() => expect(within(earlier).getAllByRole('link')).toHaveLength(30))
  expect(screen.queryByRole('button', { name: 'Show older rides' })).toBeNull()
  const way = `Book again: ${home.name} to ${clinic.name}`
  await app.user.click(within(earlier).getAllByRole('button', { name: way })[0]!)
  await heading('Where to?')
  expect(screen.getByRole('combobox', { name: 'To' })).toHaveValue(clinic.name)
  expect(screen.getByText('1 adult, 1 child, 1 wheelchair')).toBeVisible()
})

test("the browser's back button leads to the page before", async () => {
  const app = openSignedIn({ rides: [sampleRide(12)] }, 'rides')
  await app.user.click(await screen.findByRole('link', { name: /Wilga Clinic/ }))
  await heading('Your ride')
  expect(location.pathname).toBe('/Ride/rides/12')
  history.back()
  expect(await heading('My rides')).toBeVisible()
})

test('an address where nothing is says so', async () => {
  openApp(createFakeApi({ session: mia, now: NOON }), 'nothing/here')
  expect(await heading('There is nothing at this address.')).toBeVisible()
})
