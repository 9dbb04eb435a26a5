import { screen, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTrip, tap } from '../testing/open-app.tsx'
import { at, sampleManifest } from '../testing/sample-trip.ts'

// covers: DAPP-78
test('the card of changes says what is to be done in a line for each stop, and goes with OK', async () => {
  const app = openTrip(sampleManifest(), {
    changes: [
      { kind: 'added', stop: 'Market', before: 'Redwater Hospital', task: 'pick_up' },
      { kind: 'added', stop: 'Depot', before: null, task: 'break' },
      { kind: 'removed', stop: '12 Quay Road', before: null, task: 'drop_off' },
      // Kept by an app that did not know what is to be done there.
      { kind: 'moved', stop: 'Station', before: 'Market' },
      { kind: 'later', stop: 'Redwater Hospital', minutes: 4 },
      { kind: 'earlier', stop: 'Market', minutes: 3 },
    ],
  })
  expect(await screen.findByRole('heading', { name: 'The plan has changed' })).toBeVisible()
  for (const line of [
    'New: pick up at Market before Redwater Hospital',
    'New: break at Depot as the last stop',
    'No longer: drop off at Quay Road',
    'Now: Station before Market',
    'Redwater Hospital: 4 min later',
    'Market: 3 min earlier',
  ])
    expect(screen.getByText(line)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Arrived' })).toBeVisible()
  await tap(app, 'OK')
  await waitFor(() => expect(screen.queryByText('The plan has changed')).toBeNull())
})

// covers: DAPP-81
test("a trip that was given to another driver says so, hides passengers' details at once, and asks for confirmation", async () => {
  const app = openTrip()
  expect(await screen.findByText('Noor Q.')).toBeVisible()
  app.device.setOpen({ changes: [{ kind: 'given_away' }] })
  expect(await screen.findByRole('heading', { name: 'This trip was given to another driver.' })).toHaveFocus()
  expect(screen.queryByText(/Noor|Ben|Pier Street/)).toBeNull()
  await tap(app, 'OK')
  expect(await screen.findByRole('heading', { name: 'Your trips' })).toBeVisible()
})

// covers: DAPP-111
test('what came out otherwise is said in one sentence for each action, until it is confirmed', async () => {
  const app = openTrip(sampleManifest(), {
    outcomes: [
      { id: 'a', sequence: 1, kind: 'board', result: 'adjusted', detail: 'It counts from 2:01 pm.', done_at: at(1) },
      { id: 'b', sequence: 2, kind: 'no_show', result: 'superseded', detail: 'It was cancelled.', done_at: at(2) },
    ],
  })
  await screen.findByRole('heading', { name: 'What came out otherwise' })
  expect(screen.getByText(/It counts from 2:01 pm\./)).toHaveTextContent(/^Aboard, 2:01\spm/)
  expect(screen.getByText(/It was cancelled\./)).toHaveTextContent(/^Not here, 2:02\spm/)
  await tap(app, 'OK')
  await waitFor(() => expect(screen.queryByText('What came out otherwise')).toBeNull())
})

// covers: DAPP-116
test('the screen is kept on from sign-on to the end, asked for again in front, and a refusal is said', async () => {
  let asked = 0
  const given = { release: async () => {} }
  const locks = { request: async () => (++asked === 1 ? Promise.reject(new Error('No battery')) : given) }
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: locks })
  const app = openTrip()
  expect(await screen.findByText('The screen may turn off: set your display to stay on')).toBeVisible()
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(screen.queryByText(/^The screen may turn off/)).toBeNull())
  expect(asked).toBe(2)
  app.device.setOpen({ manifest: sampleManifest({ current_state: 'completed' }) })
  await screen.findByRole('heading', { name: 'Trip ended' })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toBe(2)
  Reflect.deleteProperty(navigator, 'wakeLock')
})

// covers: DAPP-77, DAPP-79
test('a changed plan is heard, and heard again every 20 seconds up to three times until it is confirmed', async () => {
  let tones = 0
  class Sound {
    currentTime = 0
    destination = {}
    resume = async () => {}
    createGain = () => ({
      gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
      connect: <T,>(to: T) => to,
    })
    createOscillator = () => {
      tones += 1
      return { frequency: {}, connect: <T,>(to: T) => to, start: () => {}, stop: () => {} }
    }
  }
  Object.defineProperty(globalThis, 'AudioContext', { configurable: true, value: Sound })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    Reflect.deleteProperty(globalThis, 'AudioContext')
  })
  const app = openTrip(sampleManifest(), { changes: [{ kind: 'added', stop: 'Market', before: null }] })
  await screen.findByRole('button', { name: 'OK' })
  await waitFor(() => expect(tones).toBe(2))
  for (const heard of [4, 6, 8, 8]) {
    vi.advanceTimersByTime(20_000)
    expect(tones).toBe(heard)
  }
  await tap(app, 'OK')
  vi.advanceTimersByTime(60_000)
  expect(tones).toBe(8)
})
