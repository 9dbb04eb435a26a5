import '@testing-library/jest-dom/vitest'
import { configure, screen, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { App } from '../screens/App.tsx'
import { chosenLanguage } from '../ui/language.ts'
import { createFakeApi, type FakeApi } from './fake-api.ts'
import { mia } from './samples.ts'

// A ceiling, not a wait: on a machine that others use as well a screen takes several times as long to come.
const SLOWEST_MS = 20_000
configure({
  asyncUtilTimeout: SLOWEST_MS,
  getElementError: (message) => new Error(message ?? 'The element was not found'),
})

/** Until the test is over the browser has it. */
export const lend = (name: 'languages' | 'geolocation' | 'share' | 'clipboard', value: unknown): void => {
  Object.defineProperty(navigator, name, { configurable: true, value })
  onTestFinished(() => void Reflect.deleteProperty(navigator, name))
}

/** Draws the app; `close` is what closing the page does, and what it kept stays. */
const draw = (fake: FakeApi) => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<App fetch={fake.fetch} leave={(address) => void fake.left.push(address)} />)
  return () => {
    root.unmount()
    place.remove()
  }
}

/** The app at a path below /Ride, or at a whole address, on a server in memory whose clock shows 2:00 pm in Brisbane. */
export const openApp = (fake = createFakeApi(), path = '') => {
  // What tests of the portal left in the same process.
  for (const key of Object.keys(sessionStorage)) if (!key.startsWith('ride-')) sessionStorage.removeItem(key)
  history.replaceState(null, '', path.startsWith('/') ? path : path === '' ? '/Ride' : `/Ride/${path}`)
  lend('languages', ['en-AU'])
  let close = draw(fake)
  onTestFinished(() => {
    close()
    localStorage.clear()
    sessionStorage.clear()
    chosenLanguage.set(null)
    document.documentElement.lang = 'en'
    history.replaceState(null, '', '/')
  })
  return {
    fake,
    user: userEvent.setup({ delay: null }),
    reload: () => {
      close()
      close = draw(fake)
    },
  }
}
export type Opened = ReturnType<typeof openApp>

let aheadMs = 0

/** From now on the device's clock, which shows how long offerings are held, is so many minutes further. */
export const passTime = (minutes: number): void => {
  const isAhead = aheadMs > 0
  aheadMs += minutes * 60_000
  if (isAhead) return
  // The clock of this very moment: other files of the same process set their own.
  const shown = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => shown() + aheadMs)
  onTestFinished(() => {
    aheadMs = 0
    clock.mockRestore()
  })
}

/** Signed in as Mia. */
export const openSignedIn = (change: Parameters<typeof createFakeApi>[0] = {}, path = ''): Opened =>
  openApp(createFakeApi({ session: mia, ...change }), path)

export const tap = async ({ user }: Opened, name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))

export const heading = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('heading', { level: 1, name })

/** Types a place and takes the first that is found. */
export const choosePlace = async ({ user }: Opened, label: string, text: string): Promise<void> => {
  await user.type(await screen.findByRole('combobox', { name: label }), text)
  const found = within(await screen.findByRole('listbox', { name: label }))
  await user.click(found.getAllByRole('option')[0]!)
}

/** From the beach to the clinic, now: the offerings are on the screen afterwards. */
export const searchRide = async (app: Opened): Promise<void> => {
  await choosePlace(app, 'To', 'clinic')
  await choosePlace(app, 'From', 'beach')
  await tap(app, 'Find a ride')
  await heading('Choose a ride')
}
