import '@testing-library/jest-dom/vitest'
import { configure, screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import type { OpenTrip } from '../device/device.ts'
import { App } from '../screens/App.tsx'
import type { Updates } from '../worker/updates.ts'
import { handOff } from '../ui/hand-off.ts'
import { preferences } from '../ui/preferences.ts'
import { createFakeDevice, type FakeDevice, openOf } from './fake-device.ts'
import { sampleManifest } from './sample-trip.ts'

// A ceiling, not a wait: on a machine that others use as well a screen takes several times as long to come.
const SLOWEST_MS = 20_000
configure({
  asyncUtilTimeout: SLOWEST_MS,
  getElementError: (message) => new Error(message ?? 'The element was not found'),
})

/** What a browser on a phone has, and jsdom's page has not. */
const ofPhones = {
  indexedDB: { on: window, value: {} },
  serviceWorker: { on: navigator, value: {} },
  geolocation: { on: navigator, value: {} },
  languages: { on: navigator, value: ['en-AU'] },
}
type OfPhones = keyof typeof ofPhones

/** Until the test is over the page has them. */
export const lend = (...names: readonly OfPhones[]): void => {
  for (const name of names) {
    const { on, value } = ofPhones[name]
    Object.defineProperty(on, name, { configurable: true, value })
    onTestFinished(() => void Reflect.deleteProperty(on, name))
  }
}

/** No new version, until a test has one. */
const noUpdates: Updates = { ready: () => false, subscribe: () => () => {}, takeOver: () => {} }

export const draw = (device: FakeDevice, updates = noUpdates): void => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<App begin={() => ({ device, updates })} />)
  onTestFinished(() => {
    root.unmount()
    place.remove()
    localStorage.clear()
    preferences.set({ theme: 'auto', hand: 'right', language: null, voice: 'off', map: 'shown' })
    handOff.set(null)
    localStorage.clear()
  })
}

/** The app on a phone, with a device that has no server; its clock shows 2:00 pm in Brisbane. */
export const openApp = (device = createFakeDevice(), updates = noUpdates) => {
  lend('indexedDB', 'serviceWorker', 'geolocation', 'languages')
  draw(device, updates)
  return { device, user: userEvent.setup({ delay: null }) }
}

const driver = { id: 1, full_name: 'Priya Raman' }

/** On the road with the sample trip, or with what `change` makes of it. */
export const openTrip = (manifest = sampleManifest(), change: Partial<OpenTrip> = {}, updates = noUpdates) =>
  openApp(createFakeDevice({ step: 'signed_in', driver, open: { ...openOf(manifest), ...change } }), updates)

export const openTrips = () => openApp(createFakeDevice({ step: 'signed_in', driver }))

export const tap = async ({ user }: ReturnType<typeof openApp>, name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))
