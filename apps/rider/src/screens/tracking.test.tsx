import { screen, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFakeApi, SHARED } from '../testing/fake-api.ts'
import { followStreams } from '../testing/follow-streams.ts'
import { heading, lend, openApp, openSignedIn, type Opened, tap } from '../testing/open-app.tsx'
import { later, sampleRide, sampleTracked } from '../testing/samples.ts'

const vehicle = {
  number: 'B12',
  license_plate: '123 ABC',
  description: 'White Toyota HiAce',
  position: { point: { lat: -28.1, lng: 153.4 }, at: later(-3) },
}

const follow = (change: Parameters<typeof sampleTracked>[0] = {}): Opened =>
  openApp(createFakeApi({ tracked: sampleTracked(change) }), 'Track#track.12.token')
const openRide = (change: Parameters<typeof sampleRide>[1] = {}): Opened =>
  openSignedIn({ rides: [sampleRide(12, change)] }, 'rides/12')

test('who follows a link sees vehicle, stops, times and state without signing in, and cannot cancel', async () => {
  const app = follow({ phase: 'coming', stops_before: 2, vehicle })
  await heading('Follow a ride')
  expect((await screen.findAllByText('2 stops before the pick-up'))[0]).toBeVisible()
  expect(screen.getByText('B12')).toBeVisible()
  expect(screen.getByText(/White Toyota HiAce/)).toHaveTextContent('Plate 123 ABC')
  expect(screen.getByText('Position 3 min old')).toBeVisible()
  expect(screen.getByText('Beach Road Shops')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel the ride' })).toBeNull()
  expect(screen.queryByText('Sign in')).toBeNull()
  expect(screen.getByRole('link', { name: 'Call us: +61 7 5555 0142' })).toBeVisible()
  expect(app.fake.called('rideTracking.show')[0]?.asked.params).toEqual({ token: 'track.12.token' })
})

test.each([
  ['waiting', {}, /^A vehicle is looked for that comes between /],
  ['planned', {}, /^The vehicle comes between /],
  ['arriving', {}, 'The vehicle is arriving'],
  ['here', { waits_until: later(4) }, /^The vehicle is at the stop and waits until 2:04/],
  ['on_board', {}, /^On board, arrival between /],
  ['completed', { dropped_off_at: later(-1) }, /^Arrived at 1:59/],
  ['no_show', {}, 'Nobody was met at the stop'],
  ['cancelled', {}, 'This ride is cancelled'],
] as const)('others are told that a ride is %s as of somebody else’s', async (phase, change, words) => {
  follow({ phase, ...change })
  expect((await screen.findAllByText(words))[0]).toBeVisible()
})

test('a shared ride is asked for every 15 seconds, and a door has no name', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = follow({ pickup: { ...sampleTracked().pickup, name: null, point: null } })
  expect(await screen.findByText('At the door')).toBeVisible()
  app.fake.world.tracked = sampleTracked({ phase: 'arriving' })
  vi.advanceTimersByTime(15_000)
  expect((await screen.findAllByText('The vehicle is arriving'))[0]).toBeVisible()
})

// covers: RIDE-65
test('what the stream of a link tells is shown at once, and the page asks again only once it is silent', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { streams, tell } = followStreams()
  const app = follow({ phase: 'coming', stops_before: 2, vehicle })
  await screen.findAllByText('2 stops before the pick-up')
  expect(streams).toMatchObject([{ url: '/api/v2/ride/tracking/track.12.token/live' }])
  const asked = (): number => app.fake.called('rideTracking.show').length
  expect(asked()).toBe(1)
  tell('ride', { ride: sampleTracked({ phase: 'arriving', server_time: later(1) }) })
  expect((await screen.findAllByText('The vehicle is arriving'))[0]).toBeVisible()
  tell('ride', { ride: sampleTracked({ phase: 'here', server_time: later(0) }) })
  for (let quarter = 0; quarter < 4; quarter++) {
    tell('alive')
    vi.advanceTimersByTime(15_000)
  }
  expect(asked()).toBe(1)
  expect(screen.queryByText(/^The vehicle is at the stop/)).toBeNull()
  vi.advanceTimersByTime(30_000)
  await waitFor(() => expect(asked()).toBeGreaterThan(1))
})

test('a stream that the server refuses has the page ask why: the link is over', async () => {
  const { fail } = followStreams()
  const app = follow()
  await screen.findByText('Beach Road Shops')
  app.fake.world.tracked = null
  fail()
  expect(await heading('This link has expired')).toBeVisible()
})

test('the passenger’s own link cancels with the reasons of the app', async () => {
  const app = follow({ purpose: 'manage', can_cancel: true })
  await heading('Your ride')
  await tap(app, 'Cancel the ride')
  await app.user.selectOptions(await screen.findByRole('combobox', { name: 'Why? (optional)' }), 'Plans have changed')
  await tap(app, 'Cancel the ride')
  expect((await screen.findAllByText('This ride is cancelled'))[0]).toBeVisible()
  expect(app.fake.called('rideTracking.cancel').map(({ asked }) => asked)).toMatchObject([
    { params: { token: 'track.12.token' }, body: { reason: 'plans_changed' } },
  ])
})

// covers: RIDE-71
test.each([
  ['a token that opens nothing', 'Track#track.12.old'],
  ['a code that opens nothing', '/t/0000000000'],
])('%s shows that the link has expired, with the service’s number', async (_of, path) => {
  openApp(createFakeApi(), path)
  await heading('This link has expired')
  expect(screen.getByRole('link', { name: 'Call us: +61 7 5555 0100' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Enter a code' })).toHaveAttribute('href', '/Ride/Track')
})

test('a ride that is followed shows the expired page once its link was taken back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = follow()
  await heading('Follow a ride')
  await screen.findByText('Beach Road Shops')
  app.fake.world.tracked = null
  vi.advanceTimersByTime(15_000)
  expect(await heading('This link has expired')).toBeVisible()
  expect(screen.queryByText('Beach Road Shops')).toBeNull()
})

test('without a signal a ride that is followed is shown as last known', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = follow()
  await screen.findByText('Beach Road Shops')
  app.fake.world.offline = true
  vi.advanceTimersByTime(15_000)
  expect(await screen.findByText(/^As of /)).toBeVisible()
  expect(screen.getByText('Beach Road Shops')).toBeVisible()
})

// covers: RIDE-73
test('a code is typed at /Ride/Track, with blanks and lines or without, and one that is too short is asked for again', async () => {
  const app = openApp(createFakeApi(), 'Track')
  const field = await screen.findByRole('textbox', { name: 'Code of 10 characters' })
  await app.user.type(field, '7k2m')
  await tap(app, 'Show the ride')
  expect(await screen.findByText('Please enter the 10 characters.')).toBeVisible()
  expect(field).toHaveFocus()
  await app.user.type(field, '9-qd4xw')
  await tap(app, 'Show the ride')
  expect(app.fake.left).toEqual(['/t/7k2m9qd4xw'])
})

// covers: RIDE-67
test('an open ride is shared by what the device shares with, and the link is taken back', async () => {
  const share = vi.fn<(what: object) => Promise<void>>(async () => {})
  lend('share', share)
  const app = openRide()
  await tap(app, 'Share my ride')
  await waitFor(() => expect(share).toHaveBeenCalledWith({ title: 'Follow my ride', url: SHARED }))
  expect(await screen.findByRole('textbox', { name: 'Link to share' })).toHaveValue(SHARED)
  expect(screen.getByText('You share this ride.')).toBeVisible()
  await tap(app, 'Stop sharing')
  expect(await screen.findByText('The link opens nothing any more.')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Link to share' })).toBeNull()
  expect(app.fake.world.rides[0]?.shared).toBe(false)
})

// covers: RIDE-67
test('a ride that has ended is not shared', async () => {
  openRide({ phase: 'completed', dropped_off_at: later(-10) })
  await screen.findByRole('button', { name: 'Book again' })
  expect(screen.queryByRole('button', { name: 'Share my ride' })).toBeNull()
})

test('where the device shares nothing the link is copied, and stands there to be copied', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  const app = openRide()
  lend('clipboard', { writeText })
  await tap(app, 'Share my ride')
  expect(await screen.findByText('The link is copied.')).toBeVisible()
  expect(writeText).toHaveBeenCalledWith(SHARED)
  writeText.mockRejectedValueOnce(new Error('denied'))
  await tap(app, 'Share my ride')
  await waitFor(() => expect(screen.queryByText('The link is copied.')).toBeNull())
  expect(app.fake.called('rideTracking.share')).toHaveLength(1)
  expect(screen.getByRole('textbox', { name: 'Link to share' })).toBeVisible()
})
