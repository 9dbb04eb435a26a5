export type Updates = {
  /** a new version has been fetched and waits */
  ready: () => boolean
  subscribe: (listener: () => void) => () => void
  /** Loads the new version; what is not sent is kept in the database and stays. */
  takeOver: () => void
}

/** How often a page that stays open asks for a new version. ms */
const ASK_EVERY_MS = 30 * 60_000

/** Keeps the app for when there is no signal, and tells of new versions. */
export const keepApp = (workers: ServiceWorkerContainer, reload: () => void): Updates => {
  let waiting: ServiceWorker | null = null
  let asked = false
  const listeners = new Set<() => void>()
  const tell = (worker: ServiceWorker | null): void => {
    // The first one of all replaces nothing.
    if (worker?.state !== 'installed' || workers.controller === null) return
    waiting = worker
    for (const listener of listeners) listener()
  }
  const begin = async (): Promise<void> => {
    const registration = await workers.register('/Ride/worker.js', { scope: '/Ride', updateViaCache: 'none' })
    tell(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => tell(worker))
    })
    setInterval(() => void registration.update().catch(() => undefined), ASK_EVERY_MS)
  }
  workers.addEventListener('controllerchange', () => {
    if (asked) reload()
  })
  // Without the worker the app still works while there is a signal.
  void begin().catch(() => undefined)
  return {
    ready: () => waiting !== null,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    takeOver: () => {
      asked = true
      waiting?.postMessage('take over')
    },
  }
}
