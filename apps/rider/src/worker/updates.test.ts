import { expect, test, vi } from 'vitest'
import { keepApp } from './updates.ts'

/** As much of a browser's service workers as the app asks for; `isKept`: a version of it answers already. */
const browser = (isKept: boolean) => {
  const worker = Object.assign(new EventTarget(), {
    state: 'installing',
    postMessage: vi.fn<(message: string) => void>(),
  })
  const registration = Object.assign(new EventTarget(), { waiting: null, installing: worker, update: async () => {} })
  const workers = Object.assign(new EventTarget(), {
    controller: isKept ? {} : null,
    register: vi.fn<(path: string, options: object) => Promise<typeof registration>>(async () => registration),
  })
  const install = async (): Promise<void> => {
    await vi.waitFor(() => expect(workers.register).toHaveBeenCalled())
    await Promise.resolve()
    registration.dispatchEvent(new Event('updatefound'))
    worker.state = 'installed'
    worker.dispatchEvent(new Event('statechange'))
  }
  // As much of a container as `keepApp` uses.
  return { worker, workers: workers as unknown as ServiceWorkerContainer, registered: workers.register, install }
}

test('the app is kept for /Ride, and its first version is no new one', async () => {
  const { workers, registered, install } = browser(false)
  const updates = keepApp(workers, () => {})
  await install()
  expect(registered).toHaveBeenCalledWith('/Ride/worker.js', { scope: '/Ride', updateViaCache: 'none' })
  expect(updates.ready()).toBe(false)
})

test('a new version waits until it is taken over, and then the page is loaded again', async () => {
  const { worker, workers, install } = browser(true)
  const reload = vi.fn<() => void>()
  const updates = keepApp(workers, reload)
  const heard = vi.fn<() => void>()
  updates.subscribe(heard)
  await install()
  expect(updates.ready()).toBe(true)
  expect(heard).toHaveBeenCalledOnce()
  workers.dispatchEvent(new Event('controllerchange'))
  expect(reload).not.toHaveBeenCalled()
  updates.takeOver()
  expect(worker.postMessage).toHaveBeenCalledWith('take over')
  workers.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledOnce()
})
