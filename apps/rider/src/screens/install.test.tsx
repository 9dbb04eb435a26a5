import { screen, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { heading, openSignedIn, type Opened, searchRide, tap } from '../testing/open-app.tsx'
import { installing } from '../ui/installing.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1'

const onBrowser = ({ userAgent, isInstalled = false }: { userAgent?: string; isInstalled?: boolean } = {}): void => {
  vi.stubGlobal('matchMedia', () => ({
    matches: isInstalled,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  if (userAgent !== undefined) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  onTestFinished(() => {
    installing.done()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

/** What Chromium sends when a page can be installed. */
const offerInstalling = () => {
  const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve())
  dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  return prompt
}

const bookOne = async (app: Opened): Promise<void> => {
  await searchRide(app)
  await tap(app, /^Choose: Soonest/)
  await tap(app, 'Book')
  await heading('Your ride')
  await screen.findByText('Pay $2.50 on board')
}
const isOffered = (): boolean => screen.queryByRole('heading', { name: 'Have it at hand next time' }) !== null

// covers: RIDE-05
// @test-tag long
test('installing is offered after the first booking and not before, once, and by the browser’s own question', async () => {
  onBrowser()
  installing.watch()
  const app = openSignedIn()
  await heading('Where to?')
  const prompt = offerInstalling()
  expect(isOffered()).toBe(false)
  await bookOne(app)
  expect(isOffered()).toBe(true)
  await tap(app, 'Install')
  expect(prompt).toHaveBeenCalledOnce()
  await waitFor(() => expect(isOffered()).toBe(false))
  offerInstalling()
  history.replaceState(null, '', '/Ride')
  dispatchEvent(new PopStateEvent('popstate'))
  await bookOne(app)
  expect(isOffered()).toBe(false)
})

// covers: RIDE-05
test('on an iPhone the steps of Add to Home Screen are shown, and Not now is remembered for 90 days', async () => {
  onBrowser({ userAgent: IPHONE })
  const app = openSignedIn()
  await heading('Where to?')
  await bookOne(app)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(
    'Choose “Add to Home Screen”.',
  )
  await tap(app, 'Not now')
  await waitFor(() => expect(isOffered()).toBe(false))
  const refusedAt = Date.now()
  const clock = vi.spyOn(Date, 'now')
  clock.mockReturnValue(refusedAt + 90 * 86_400_000 - 60_000)
  installing.booked()
  expect(installing.way()).toBeNull()
  clock.mockReturnValue(refusedAt + 90 * 86_400_000 + 60_000)
  installing.booked()
  expect(installing.way()).toBe('by_hand')
})

test('an app that is installed, and a browser that installs nothing, offer nothing', async () => {
  onBrowser({ userAgent: IPHONE, isInstalled: true })
  installing.booked()
  expect(installing.way()).toBeNull()
  vi.restoreAllMocks()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  expect(installing.way()).toBeNull()
})
