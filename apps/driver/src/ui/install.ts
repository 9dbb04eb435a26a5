/** What browsers tell that can put an app on the home screen by themselves. */
type Offer = Event & { prompt: () => Promise<unknown> }

let offer: Offer | null = null
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Listens from the app's first moment on: the browser offers it once. */
export const listenForInstall = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as Offer // of this event alone
    tell()
  })
  window.addEventListener('appinstalled', () => {
    offer = null
    tell()
  })
}

export const installing = {
  offered: (): boolean => offer !== null,
  ask: async (): Promise<void> => {
    const asked = offer
    offer = null
    await asked?.prompt()
    tell()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** iPhones and iPads offer nothing, and the app on the home screen does not share what the browser keeps. */
export const needsSteps = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
