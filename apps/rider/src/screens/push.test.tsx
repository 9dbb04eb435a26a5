import { screen, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { showPush } from '@ambit/phone-push/worker'
import { heading, openSignedIn, tap } from '../testing/open-app.tsx'
import { sampleRide } from '../testing/samples.ts'
import { installing } from '../ui/installing.ts'
import { pushing } from '../ui/pushing.ts'

const DAY_MS = 86_400_000
const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }

/** A browser that can show pushes; `answers`: what its own question is answered with. */
const onBrowser = async (answers: NotificationPermission) => {
  const subscription = {
    toJSON: () => ({ endpoint: 'https://web.push.apple.com/x', keys }),
    unsubscribe: vi.fn<() => Promise<boolean>>(async () => true),
  }
  const subscribe = vi.fn<(options: object) => Promise<typeof subscription>>(async () => subscription)
  const pushManager = { subscribe, getSubscription: async () => null }
  const asked = vi.fn<() => Promise<NotificationPermission>>(async () => {
    notification.permission = answers
    return answers
  })
  const notification = { permission: 'default' as NotificationPermission, requestPermission: asked }
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', notification)
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  })
  await pushing.end()
  // Offered since a ride of another test was booked.
  installing.done()
  onTestFinished(async () => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return { asked, subscribe }
}
const isOffered = (): boolean => screen.queryByRole('heading', { name: 'Hear of it on this device?' }) !== null
const openRide = () => openSignedIn({ rides: [sampleRide(12)] }, 'rides/12')

// covers: MSG-34
test('the permission is asked for by a tap beside a ride alone, and then the server is told of the browser', async () => {
  const { asked, subscribe } = await onBrowser('granted')
  const app = openRide()
  await heading('Your ride')
  await waitFor(() => expect(isOffered()).toBe(true))
  expect(asked).not.toHaveBeenCalled()
  await tap(app, 'Turn on')
  await waitFor(() => expect(isOffered()).toBe(false))
  expect(asked).toHaveBeenCalledOnce()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BPushKey' })
  expect(app.fake.called('ride.subscribe')[0]?.asked.body).toEqual({ endpoint: 'https://web.push.apple.com/x', keys })
})

// covers: MSG-34
test.each(['Turn on', 'Not now'])('after a refusal by “%s” it is not offered again for 90 days', async (button) => {
  const { asked } = await onBrowser('default')
  const app = openRide()
  await heading('Your ride')
  await waitFor(() => expect(isOffered()).toBe(true))
  await tap(app, button)
  await waitFor(() => expect(isOffered()).toBe(false))
  expect(asked).toHaveBeenCalledTimes(button === 'Turn on' ? 1 : 0)
  const refusedAt = Date.now()
  const clock = vi.spyOn(Date, 'now')
  clock.mockReturnValue(refusedAt + 90 * DAY_MS - 60_000)
  expect(pushing.mayOffer()).toBe(false)
  clock.mockReturnValue(refusedAt + 90 * DAY_MS + 60_000)
  expect(pushing.mayOffer()).toBe(true)
})

test('the preferences turn pushes on and off again, and say why a browser shows none', async () => {
  await onBrowser('granted')
  const app = openSignedIn({}, 'account/messages')
  await tap(app, 'Turn on')
  await tap(app, 'Turn off')
  await screen.findByRole('button', { name: 'Turn on' })
  await onBrowser('denied')
  await tap(app, 'Turn on')
  expect(await screen.findByText(/Your browser blocks notifications/)).toBeVisible()
})

// covers: RIDE-06
test('on an iPhone the app in the browser says that notifications come only on the Home Screen', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)')
  await onBrowser('default')
  vi.unstubAllGlobals()
  await pushing.end()
  openSignedIn({}, 'account/messages')
  await screen.findByText(/On an iPhone, notifications come only once the app is on the Home Screen/)
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
})

// covers: MSG-36, MSG-37
test('the worker shows every push, also one that it cannot read, and tells that it was shown', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => void vi.unstubAllGlobals())
  const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>(async () => {})
  const show = (data: string) =>
    showPush({ registration: { showNotification } }, { app: '/Ride', title: 'Your ride', data })
  const push = {
    title: 'Your vehicle is there',
    text: 'It waits.',
    link: '/Ride/rides/7',
    topic: 'booking-7',
    shown: '9.x',
  }
  await show(JSON.stringify(push))
  expect(showNotification).toHaveBeenLastCalledWith('Your vehicle is there', {
    body: 'It waits.',
    tag: 'booking-7',
    icon: '/Ride/icons/any-192.png',
    data: '/Ride/rides/7',
  })
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/hooks/shown/9.x', { method: 'POST' })
  for (const data of ['', 'no json', JSON.stringify({ ...push, link: 'https://elsewhere.example/' })]) {
    await show(data)
    expect(showNotification).toHaveBeenLastCalledWith('Your ride', expect.objectContaining({ data: '/Ride' }))
  }
  expect(fetched).toHaveBeenCalledOnce()
})
