import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openOf } from '../testing/fake-device.ts'
import { openTrip, openTrips, tap } from '../testing/open-app.tsx'
import { at, NOON, sampleManifest, sampleTrip } from '../testing/sample-trip.ts'

// covers: DAPP-19
test('a trip is listed with vehicle, bookings and times of its zone, and can be signed on to an hour before', async () => {
  const app = openTrips()
  const trip = sampleTrip({
    current_state: 'staged',
    start_datetime: at(75),
    time_zone: 'Pacific/Chatham',
    booking_count: 4,
  })
  app.device.set({ trips: { list: [trip], read_at: NOON } })
  const card = within(await screen.findByRole('listitem', { name: 'T-7' }))
  expect(card.getByRole('heading')).toHaveTextContent('Vehicle SUN 104 Harbour Loop')
  expect(card.getByText(/^Set out at 7:00\spm$/)).toBeVisible()
  expect(card.getByText(/^7:00\spm to 9:45\spm · 4 bookings$/)).toBeVisible()
  const early = card.getByRole('button')
  expect(early).toHaveTextContent(/^You can sign on from 6:00\spm$/)
  await app.user.click(early)
  expect(app.device.deeds).toEqual([])
  app.device.setNow(NOON + 16 * 60_000)
  app.device.set({ open: null })
  await waitFor(() => expect(card.getByRole('button')).toHaveTextContent('Start'))
})

test('one tap takes the trip along and signs on, and then it can be driven without signal', async () => {
  const app = openTrips()
  const manifest = sampleManifest({ current_state: 'staged', signed_on_at: null })
  app.device.openTrip = async () => {
    app.device.set({ open: openOf(manifest) })
    return true
  }
  await tap(app, 'Start')
  expect(await screen.findByText('Ready to drive without signal')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Arrived' })).toBeVisible()
  expect(app.device.deeds).toEqual([{ kind: 'sign_on' }])
})

test('a trip that cannot be signed on to stays open, says why, and leads back to the list', async () => {
  const app = openTrips()
  const manifest = sampleManifest({ current_state: 'staged', signed_on_at: null, vehicle_id: null })
  app.device.openTrip = async () => {
    app.device.set({ open: openOf(manifest) })
    return true
  }
  await tap(app, 'Start')
  expect(await screen.findByText('Ready to drive without signal')).toBeVisible()
  await tap(app, 'Start')
  expect(await screen.findByText('This trip has no vehicle yet. Call dispatch.')).toBeVisible()
  await tap(app, 'Back to the trips')
  expect(await screen.findByRole('heading', { name: 'Your trips' })).toBeVisible()
})

test('a trip that is not on the device cannot be started without signal, and says so', async () => {
  const app = openTrips()
  app.device.openTrip = async () => false
  await tap(app, 'Start')
  expect(await screen.findByText('There is no signal, and this trip is not on the device yet.')).toBeVisible()
})

test('a trip or a list that could not be kept says so, and can be tried again', async () => {
  const app = openTrips()
  const { openTrip: opens, readTrips } = app.device
  const breaks = async (): Promise<never> => {
    throw new Error('There is no room')
  }
  await screen.findByRole('button', { name: 'Start' })
  Object.assign(app.device, { openTrip: breaks, readTrips: breaks })
  await tap(app, 'Start')
  const card = within(screen.getByRole('listitem', { name: 'T-7' }))
  expect(await card.findByText('That did not work: There is no room')).toBeVisible()
  await tap(app, 'Read again')
  await waitFor(() => expect(screen.getAllByText('That did not work: There is no room')).toHaveLength(2))
  Object.assign(app.device, { openTrip: opens, readTrips })
  await tap(app, 'Read again')
  await waitFor(() => expect(screen.getAllByText('That did not work: There is no room')).toHaveLength(1))
  await tap(app, 'Start')
  expect(await card.findByText('There is no signal, and this trip is not on the device yet.')).toBeVisible()
})

test('a trip that could not be kept when it was taken over says so, and can be taken over again', async () => {
  const app = openTrip(sampleManifest(), { elsewhere: true })
  const { takeOver } = app.device
  app.device.takeOver = async () => {
    throw new Error('There is no room')
  }
  await tap(app, 'Take over')
  expect(await screen.findByText('That did not work: There is no room')).toBeVisible()
  app.device.takeOver = takeOver
  await tap(app, 'Take over')
  expect(await screen.findByRole('button', { name: 'Arrived' })).toBeVisible()
})

// covers: DAPP-113
test('the status line tells what the server has, and not what the phone says of its network', async () => {
  const app = openTrips()
  expect(await screen.findByText('All sent')).toBeVisible()
  const sending = { unsent: 3, unsent_since: NOON, silent_since: null, answered_at: NOON }
  app.device.set({ sending })
  expect(await screen.findByText(/^3 to send since \d+:00\s[ap]m$/)).toBeVisible()
  app.device.set({ sending: { ...sending, unsent: 0, silent_since: NOON + 60_000 } })
  expect(await screen.findByText(/^No signal since \d+:01\s[ap]m$/)).toBeVisible()
  expect(screen.queryByText('All sent')).toBeNull()
  expect(navigator.onLine).toBe(true)
})

// covers: DAPP-126
test('the language is chosen in the app, and the page says which it is', async () => {
  const app = openTrips()
  await app.user.click(await screen.findByRole('radio', { name: 'Deutsch' }))
  expect(await screen.findByRole('heading', { name: 'Ihre Fahrten' })).toBeVisible()
  expect(document.documentElement.lang).toBe('de')
  await app.user.click(screen.getByRole('radio', { name: 'Wie das Gerät' }))
  expect(await screen.findByRole('heading', { name: 'Your trips' })).toBeVisible()
})

test('theme and hand are chosen in the app and put on the page', async () => {
  const app = openTrips()
  await app.user.click(await screen.findByRole('radio', { name: 'Night' }))
  await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('night'))
  await app.user.click(screen.getByRole('radio', { name: 'Automatic' }))
  await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('day'))
  await app.user.click(screen.getByRole('radio', { name: 'Left' }))
  await waitFor(() => expect(document.documentElement.dataset['hand']).toBe('left'))
})

// covers: DAPP-07
test('a new version is taken over between trips by itself, and in a running trip after a tap', async () => {
  let taken = 0
  const updates = { ready: () => true, subscribe: () => () => {}, takeOver: () => void taken++ }
  const driving = openTrip(sampleManifest(), {}, updates)
  expect(await screen.findByText('A new version is ready.')).toBeVisible()
  expect(taken).toBe(0)
  await tap(driving, 'Update now')
  expect(taken).toBe(1)
  await driving.device.closeTrip()
  await waitFor(() => expect(taken).toBe(2))
})

// covers: DAPP-15
test('an app that is too old signs on to no trip, and offers to update', async () => {
  const app = openTrips()
  await screen.findByRole('button', { name: 'Start' })
  app.device.set({ outdated: true })
  expect(await screen.findByText('This app is too old to sign on to a trip.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Update now' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
})
