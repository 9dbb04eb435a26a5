import type { PushPayload } from '@ambit/contract'

/** As much of a service worker's scope as showing pushes takes, which the types of a page leave out. */
export type PushScope = {
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>
  clients: {
    matchAll: (options: { type: 'window' }) => Promise<readonly { url: string; focus: () => Promise<unknown> }[]>
    openWindow: (url: string) => Promise<unknown>
  }
}

/** What is shown when a push cannot be read: browsers take the permission away where one shows nothing. */
const unread = (app: string, title: string): PushPayload => ({ title, text: '', link: app, topic: '', shown: null })

const readPush = (app: string, title: string, data: string): PushPayload => {
  try {
    const { title: told, text, link, topic, shown } = JSON.parse(data) as PushPayload // the server's, or it throws
    return link === app || link.startsWith(`${app}/`) ? { title: told, text, link, topic, shown } : unread(app, title)
  } catch {
    return unread(app, title)
  }
}

/** Shows every push, one for each topic, and tells the server that it was shown. `app`: the path that it may open. */
export const showPush = async (
  { registration }: Pick<PushScope, 'registration'>,
  { app, title, data }: { app: string; title: string; data: string },
): Promise<void> => {
  const push = readPush(app, title, data)
  await registration.showNotification(push.title, {
    body: push.text,
    tag: push.topic,
    icon: `${app}/icons/any-192.png`,
    data: push.link,
  })
  if (push.shown !== null) await fetch(`/hooks/shown/${push.shown}`, { method: 'POST' }).catch(() => undefined)
}

/** Opens what a notification is about, in the page that shows it already where there is one. */
export const openPush = async ({ clients }: Pick<PushScope, 'clients'>, link: string): Promise<void> => {
  const open = await clients.matchAll({ type: 'window' })
  const shown = open.find(({ url }) => new URL(url).pathname === link)
  await (shown === undefined ? clients.openWindow(link) : shown.focus())
}
