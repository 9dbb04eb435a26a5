import { screen, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'
import { listenForInstall } from '../ui/install.ts'
import { createFakeDevice } from '../testing/fake-device.ts'
import { openApp, openTrip, tap } from '../testing/open-app.tsx'
import { at, NOON, sampleManifest } from '../testing/sample-trip.ts'

/** Until the test is over the browser has it so. */
const set = (on: object, name: string, value: unknown): void => {
  const before = Object.getOwnPropertyDescriptor(on, name)
  Object.defineProperty(on, name, { configurable: true, value })
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(on, name)
    else Object.defineProperty(on, name, before)
  })
}

// covers: DAPP-95
test('a driver who refuses the location signs on, and is told that nobody can see the vehicle', async () => {
  const app = openTrip(sampleManifest())
  expect(await screen.findByRole('button', { name: 'Arrived' })).toBeVisible()
  expect(screen.queryByText('Nobody can see where you are')).toBeNull()
  app.device.set({ place_refused: true })
  expect(await screen.findByText('Nobody can see where you are')).toBeVisible()
  await tap(app, 'Arrived')
  expect(app.device.deeds).toHaveLength(1)
})

test('a driver who comes back is told from when to when nobody saw the vehicle', async () => {
  const app = openTrip(sampleManifest())
  app.device.set({ unseen: { from: NOON - 5 * 60_000, to: NOON } })
  expect(await screen.findByText('Not seen from 1:55 pm to 2:00 pm')).toBeVisible()
  await tap(app, 'OK')
  await waitFor(() => expect(screen.queryByText(/^Not seen/)).toBeNull())
})

// covers: DAPP-117
test('signing on plays a tone and asks whether it was heard, until it was', async () => {
  const played: number[] = []
  class Sound {
    currentTime = 0
    destination = {}
    resume = async () => {}
    createOscillator = () => {
      const frequency = {
        set value(hertz: number) {
          played.push(hertz)
        },
      }
      return { frequency, connect: <T,>(to: T) => to, start: () => {}, stop: () => {} }
    }
    createGain = () => ({
      gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
      connect: <T,>(to: T) => to,
    })
  }
  set(globalThis, 'AudioContext', Sound)
  const app = openTrip(sampleManifest({ current_state: 'staged', signed_on_at: null }))
  expect(screen.queryByText('Did you hear it?')).toBeNull()
  await tap(app, 'Start')
  expect(played).toHaveLength(1)
  expect(await screen.findByRole('region', { name: 'Did you hear it?' })).toBeVisible()
  await tap(app, 'No')
  expect(screen.getByText('Turn the sound of the phone up, and try again.')).toBeVisible()
  await tap(app, 'Play again')
  expect(played).toHaveLength(3)
  await tap(app, 'Yes')
  expect(screen.queryByRole('region', { name: 'Did you hear it?' })).toBeNull()
})

/** How a browser answers that may clear what is stored, until it is asked not to. */
const storage = (answer: boolean) => {
  const asked = { times: 0, kept: false }
  set(navigator, 'storage', {
    persisted: async () => asked.kept,
    persist: async () => {
      asked.times += 1
      asked.kept = answer
      return answer
    },
  })
  return asked
}

const staged = () => sampleManifest({ current_state: 'staged', signed_on_at: null })

// covers: DAPP-119
test('signing in and signing on ask the browser to keep what the app stores, and nothing else does', async () => {
  const asked = storage(false)
  const signingIn = openApp(createFakeDevice({ username: 'priya' }))
  for (const digit of '123456') await tap(signingIn, digit)
  expect(asked.times).toBe(0)
  await tap(signingIn, 'Sign in')
  expect(await screen.findByRole('heading', { name: 'Your trips' })).toBeVisible()
  expect(asked.times).toBe(1)
  document.body.replaceChildren()
  const signingOn = openTrip(staged())
  await screen.findByRole('button', { name: 'Start' })
  expect(asked.times).toBe(1)
  await tap(signingOn, 'Start')
  await waitFor(() => expect(signingOn.device.deeds).toHaveLength(1))
  expect(asked.times).toBe(2)
})

// covers: DAPP-119
test('where the browser may clear what the app stores that is said before driving, and nowhere else', async () => {
  storage(true).kept = true
  openTrip(staged())
  await screen.findByRole('button', { name: 'Start' })
  expect(screen.queryByText('Storage may be cleared by the phone')).toBeNull()
  document.body.replaceChildren()
  storage(false)
  openTrip(staged())
  expect(await screen.findByText('Storage may be cleared by the phone')).toBeVisible()
})

test('a battery that runs low is said, and the map can be dimmed', async () => {
  const app = openTrip(sampleManifest())
  await screen.findByRole('button', { name: 'Arrived' })
  app.device.set({ battery_low: true })
  expect(await screen.findByText('The battery is low. Plug the phone in.')).toBeVisible()
  await tap(app, 'Dim the map')
  expect(screen.queryByRole('button', { name: 'Dim the map' })).toBeNull()
  await tap(app, 'Menu')
  expect(await screen.findByRole('radio', { name: 'Dimmed' })).toBeChecked()
})

// covers: DAPP-06
test('the app offers to install itself where the browser can, and on iPhones says how before the first sign-in', async () => {
  set(window, 'matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  listenForInstall()
  const app = openApp()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
  let prompted = 0
  window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => void (prompted += 1) }))
  await tap(app, 'Install')
  expect(prompted).toBe(1)
  document.body.replaceChildren()
  set(navigator, 'userAgent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  openApp(createFakeDevice())
  const steps = (await screen.findByRole('region', { name: 'Install' })).querySelectorAll('li')
  expect([...steps].map(({ textContent }) => textContent)).toEqual([
    'Tap Share in the bar of the browser.',
    'Choose Add to Home Screen.',
    'Open Drive from the home screen.',
  ])
})

const told = (odometer: 'ask' | 'require', change = {}) => {
  const manifest = sampleManifest({ current_state: 'staged', signed_on_at: null, ...change })
  manifest.rules = { ...manifest.rules, odometer }
  return manifest
}

test('the odometer is asked before signing on, twice where it may be mistyped, and skipped only where that is allowed', async () => {
  const last = { odometer: { last: 84_000, start: null, end: null } }
  const app = openTrip(told('require', last))
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  await tap(app, 'Odometer')
  expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull()
  await tap(app, 'Next')
  expect(await screen.findByText('Please enter the whole number that the odometer shows.')).toBeVisible()
  await app.user.type(screen.getByRole('textbox', { name: 'Odometer' }), '85501')
  await tap(app, 'Next')
  expect(await screen.findByRole('heading', { name: 'Is 85,501 right?' })).toBeVisible()
  expect(app.device.deeds).toEqual([])
  await tap(app, 'Yes, it is right')
  expect(app.device.deeds).toEqual([{ kind: 'odometer', vehicle_id: 3, moment: 'start', reading: 85_501 }])
  expect(await screen.findByRole('button', { name: 'Start' })).toBeVisible()
  document.body.replaceChildren()
  const other = openTrip(told('ask'))
  await tap(other, 'Odometer')
  await tap(other, 'Skip')
  expect(await screen.findByRole('button', { name: 'Start' })).toBeVisible()
})

// covers: DAPP-90
test('the end of the trip sums up bookings, no-shows, distance, cash and what is not sent', async () => {
  const manifest = sampleManifest({
    current_state: 'completed',
    completed_at: at(50),
    odometer: { last: 84_000, start: 84_010, end: 84_052 },
  })
  for (const stop of manifest.trip.trip_stops)
    for (const rider of [...stop.boardings, ...stop.alightings])
      rider.status = rider.id === 41 ? 'completed' : 'no_show'
  const app = openTrip(manifest)
  const sum = async (what: string) => (await screen.findByText(what)).nextElementSibling?.textContent
  expect([await sum('Bookings carried'), await sum('No-shows'), await sum('Distance')]).toEqual([
    '1',
    '1',
    '42 by the odometer',
  ])
  expect(screen.getByText('Everything is sent')).toBeVisible()
  app.device.set({ sending: { unsent: 3, unsent_since: NOON, silent_since: NOON, answered_at: null } })
  expect(await screen.findByText('3 actions are not sent yet')).toBeVisible()
})

// covers: DAPP-89
test('ending the trip asks for the odometer, and names who is on board or waits', async () => {
  const manifest = sampleManifest()
  manifest.rules = { ...manifest.rules, odometer: 'require' }
  const app = openTrip(manifest)
  await tap(app, 'Menu')
  await tap(app, 'End trip')
  await app.user.type(await screen.findByRole('textbox', { name: 'Odometer' }), '84100')
  await tap(app, 'Next')
  await tap(app, 'End trip')
  expect(await screen.findByText(/^Still to pick up: Noor Q., Ben A./)).toBeVisible()
  expect(app.device.deeds.map(({ kind }) => kind)).toEqual(['odometer'])
})

// covers: DAPP-76
test('a driver asks dispatch for a break of 5 to 60 minutes', async () => {
  const app = openTrip(sampleManifest())
  await tap(app, 'Menu')
  await tap(app, 'Ask for a break')
  expect(await screen.findByRole('button', { name: '5 min' })).toBeVisible()
  expect(screen.getByRole('button', { name: '60 min' })).toBeVisible()
  await tap(app, '30 min')
  expect(app.device.written).toEqual([{ text: 'I ask for a break of 30 min.', answerTo: null }])
  expect(await screen.findByText('Dispatch is asked for a break of 30 min.')).toBeVisible()
})

test('who wishes to get off before the stop is set down after a question', async () => {
  const manifest = sampleManifest()
  Object.assign(manifest.trip.trip_stops[0]!, { arrived_at: at(0), departed_at: at(2) })
  for (const stop of manifest.trip.trip_stops)
    for (const rider of [...stop.boardings, ...stop.alightings]) rider.status = 'on_board'
  manifest.trip.on_board = 2
  const app = openTrip(manifest)
  await tap(app, 'Menu')
  await tap(app, /^Set down here Noor Q./)
  expect(await screen.findByText('Noor Q. gets off here, before the stop?')).toBeVisible()
  expect(app.device.deeds).toEqual([])
  await tap(app, 'Yes, set down here')
  expect(app.device.deeds).toEqual([{ kind: 'drop_off', service_request_id: 41, here: true }])
})

test('a no-show that dispatch has to approve is asked for, and declared after three minutes or without a signal', async () => {
  const manifest = sampleManifest()
  Object.assign(manifest.trip.trip_stops[0]!, { arrived_at: at(-20) })
  manifest.rules = { ...manifest.rules, no_show_approval: 'dispatcher' }
  const app = openTrip(manifest)
  await tap(app, /^Not here Noor Q./)
  await tap(app, 'Not at the stop')
  expect(app.device.deeds).toEqual([{ kind: 'ask_no_show', service_request_id: 41, reason: 'not_at_stop' }])
  expect(await screen.findByText(/Dispatch is asked: possible at 2:0[34] pm/)).toBeVisible()
  app.device.setNow(NOON + 4 * 60_000)
  await tap(app, /^Not here Noor Q./)
  await tap(app, 'Not at the stop')
  expect(app.device.deeds.at(-1)).toEqual({ kind: 'no_show', service_request_id: 41, reason: 'not_at_stop' })
  app.device.set({ sending: { unsent: 1, unsent_since: NOON, silent_since: NOON, answered_at: null } })
  await tap(app, /^Not here Ben A./)
  await tap(app, 'Not at the stop')
  expect(app.device.deeds.at(-1)).toEqual({
    kind: 'no_show',
    service_request_id: 42,
    reason: 'not_at_stop',
    unasked: true,
  })
})

test('calls to passengers are noted, go to dispatch, or are not offered, by the strategy', async () => {
  const manifest = sampleManifest()
  Object.assign(manifest.trip.trip_stops[0]!, { arrived_at: at(0) })
  const app = openTrip(manifest)
  await app.user.click(await screen.findByRole('link', { name: 'Call Noor Q.' }))
  expect(app.device.deeds).toEqual([{ kind: 'call', service_request_id: 41 }])
  document.body.replaceChildren()
  for (const passenger_calls of ['dispatch', 'off'] as const) {
    const without = structuredClone(manifest)
    without.bookings = without.bookings.map((one) => ({ ...one, phone_number: null }))
    without.rules = { ...without.rules, passenger_calls }
    openTrip(without)
    await screen.findByRole('listitem', { name: 'Noor Q.' })
    expect(screen.queryByRole('link', { name: /^Call Noor/ })).toBeNull()
    expect(screen.queryAllByRole('link', { name: 'Call dispatch' })).toHaveLength(passenger_calls === 'off' ? 0 : 2)
    document.body.replaceChildren()
  }
})

// covers: DAPP-42
test('above 8 km/h lists, checklists and fields are locked, and the next stop, its way and SOS are not', async () => {
  const manifest = sampleManifest()
  manifest.rules = { ...manifest.rules, odometer: 'require' }
  const app = openTrip(manifest)
  const drive = (speed: number) =>
    app.device.set({ place: { lat: -27, lon: 153, accuracy_m: 5, bearing: 0, speed, along: null } })
  const locked = () => screen.findByText('Stop the vehicle to do this')
  drive(2.3)
  expect(await screen.findByRole('button', { name: 'Arrived' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^SOS/ })).toBeVisible()
  await tap(app, 'Stops')
  expect(await locked()).toBeVisible()
  expect(screen.queryByRole('listitem')).toBeNull()
  drive(2.2)
  expect((await screen.findAllByRole('listitem')).length).toBeGreaterThan(0)
  drive(2.3)
  await tap(app, 'Back to the trip')
  await tap(app, 'Menu')
  await tap(app, 'End trip')
  expect(await locked()).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Odometer' })).toBeDisabled()
})

// covers: DAPP-105
test('a clock that is wrong by more than two minutes is shown to the driver', async () => {
  const app = openTrip(sampleManifest())
  await screen.findByRole('button', { name: 'Arrived' })
  app.device.set({ clock_offset_ms: 119_000 })
  await waitFor(() => expect(screen.queryByText(/^The clock of this device is wrong/)).toBeNull())
  app.device.set({ clock_offset_ms: -20 * 60_000 })
  expect(
    await screen.findByText('The clock of this device is wrong by 20 min. The app goes by the right time.'),
  ).toBeVisible()
})
