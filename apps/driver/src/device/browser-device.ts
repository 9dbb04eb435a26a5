import { createDevice } from './create-device.ts'
import type { Device } from './device.ts'

/** A call that has brought no answer after so long brings none. ms */
const DEADLINE_MS = 20_000

/** The device of this browser, on the server that the page came from. */
export const createBrowserDevice = (): Device =>
  createDevice({
    origin: '',
    name: 'ambit-driver',
    clock: { wall: () => Date.now(), steady: () => performance.now() },
    fetch: (...call) => fetch(...call),
    deadline: DEADLINE_MS,
    signs: { window, document },
    every: (milliseconds, work) => {
      const timer = setInterval(work, milliseconds)
      return () => clearInterval(timer)
    },
    position: () => null,
  })
