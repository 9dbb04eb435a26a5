import type { PushSubscriptionInput } from '@ambit/contract'
import type { z } from 'zod'

type Input = z.input<typeof PushSubscriptionInput>

/**
 * `ask`: a tap may ask for the permission. `install`: an iPhone or iPad shows pushes of an app on its home screen alone.
 * `blocked`: the browser's settings have to be changed first. `none`: this browser shows no pushes.
 */
export type PushWay = 'ask' | 'on' | 'install' | 'blocked' | 'none'

const NOT_AGAIN_MS = 90 * 86_400_000

/** An iPad of today says that it is a Mac, which has no touch screen. */
export const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** The server that pushes: what it is known by, and where it is told of this browser. */
export type PushServer = {
  /** null: it does not answer */
  key: () => Promise<string | null>
  /** false: it did not take it */
  save: (input: Input) => Promise<boolean>
}

type Wants = {
  /** where the browser keeps when it was refused last */
  key: string
  /** the app's path */
  app: string
  /** ms */
  now: () => number
}

/** Pushes to this browser: whether they can be had, asking for them, and ending them. */
export const createPushing = ({ key, app, now }: Wants) => {
  let way: PushWay | null = null
  const listeners = new Set<() => void>()
  const become = (next: PushWay): PushWay => {
    way = next
    for (const listener of listeners) listener()
    return next
  }
  const possible = (): PushWay => {
    if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
      return isApple() ? 'install' : 'none'
    return Notification.permission === 'denied' ? 'blocked' : 'ask'
  }
  const registration = async () =>
    'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration(app) : undefined
  const send = async ({ key: keyOf, save }: PushServer): Promise<boolean> => {
    const [manager, publicKey] = [(await registration())?.pushManager, await keyOf()]
    if (manager === undefined || publicKey === null) return false
    const subscribe = () => manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const made = await subscribe().catch(async () => {
      // Of another key: the server's database is another one by now.
      await (await manager.getSubscription())?.unsubscribe()
      return subscribe()
    })
    const { endpoint, keys } = made.toJSON()
    if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) return false
    return save({ endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } })
  }
  const refusedAt = (): number => Number(localStorage.getItem(key) ?? 0)
  return {
    way: (): PushWay => (way ??= possible()),
    /** A refusal is not followed by another question for 90 days, unless the person looks for it. */
    mayOffer: (): boolean => (way ??= possible()) === 'ask' && now() >= refusedAt() + NOT_AGAIN_MS,
    notNow: (): void => {
      localStorage.setItem(key, String(now()))
      become(possible())
    },
    /** Called by a tap alone. False: the server did not take it, or no push service was reached. */
    ask: async (server: PushServer): Promise<boolean> => {
      if ((await Notification.requestPermission()) !== 'granted') {
        localStorage.setItem(key, String(now()))
        become(possible())
        return true
      }
      const taken = await send(server).catch(() => false)
      if (taken) become('on')
      return taken
    },
    /** After signing in: a browser that has the permission and had them goes on having them. */
    renew: async (server: PushServer): Promise<void> => {
      if (possible() !== 'ask' || Notification.permission !== 'granted') return
      const had = await (await registration())?.pushManager.getSubscription()
      if (had && (await send(server).catch(() => false))) become('on')
    },
    end: async (): Promise<void> => {
      await (await (await registration())?.pushManager.getSubscription())?.unsubscribe()
      become(possible())
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
