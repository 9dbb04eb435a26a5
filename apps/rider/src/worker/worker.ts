import { openPush, type PushScope, showPush } from '@ambit/phone-push/worker'
import { keptPathOf } from './kept-path.ts'

/** What a service worker's scope and its events have, which the types of a page leave out. */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asking = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Pushed = Lasting & { data: { text: () => string } | null }
type Tapped = Lasting & { notification: Notification }
type Scope = PushScope & {
  addEventListener: ((kind: 'install' | 'activate', listen: (event: Lasting) => void) => void) &
    ((kind: 'fetch', listen: (event: Asking) => void) => void) &
    ((kind: 'push', listen: (event: Pushed) => void) => void) &
    ((kind: 'notificationclick', listen: (event: Tapped) => void) => void) &
    ((kind: 'message', listen: (event: MessageEvent<unknown>) => void) => void)
  clients: PushScope['clients'] & { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
}
const scope = self as unknown as Scope // this file runs in a service worker alone

/** Put in by the build: what the app is made of, and a digest of it. */
const files = JSON.parse('__RIDE_FILES__') as string[] // written by vite.config.ts
const kept = 'ride-__RIDE_VERSION__'

const keep = async (): Promise<void> => {
  const cache = await caches.open(kept)
  // Past the browser's own cache, which may still hold the page of the version before; what has a name of its own is the
  // same there, and is not fetched twice on a first visit.
  const isNamed = (file: string): boolean => file.startsWith('/Ride/assets/')
  await cache.addAll(files.map((file) => new Request(file, isNamed(file) ? {} : { cache: 'reload' })))
}

const forgetOlder = async (): Promise<void> => {
  const older = (await caches.keys()).filter((name) => name.startsWith('ride-') && name !== kept)
  await Promise.all(older.map((name) => caches.delete(name)))
  await scope.clients.claim()
}

/** A browser that ran short of room may have dropped what was kept. */
const answerOf = async (path: string, request: Request): Promise<Response> => {
  const cache = await caches.open(kept)
  return (await cache.match(path)) ?? fetch(request)
}

scope.addEventListener('install', (event) => event.waitUntil(keep()))
scope.addEventListener('activate', (event) => event.waitUntil(forgetOlder()))
scope.addEventListener('message', ({ data }) => {
  if (data === 'take over') void scope.skipWaiting()
})
scope.addEventListener('push', (event) => {
  const push = { app: '/Ride', title: 'Your ride', data: event.data?.text() ?? '' }
  event.waitUntil(showPush(scope, push))
})
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPush(scope, String(event.notification.data)))
})
scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const path = method === 'GET' ? keptPathOf(new URL(url), location.origin, mode === 'navigate') : null
  if (path === null || !files.includes(path)) return
  event.respondWith(answerOf(path, event.request))
})
