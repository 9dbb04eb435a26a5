import { createDevice } from './create-device.ts'
import type { Device } from './device.ts'
import type { Watch } from './fix.ts'

/** A call that has brought no answer after so long brings none. ms */
const DEADLINE_MS = 20_000

const watchPlace: Watch = (fixed) => {
  const watching = navigator.geolocation.watchPosition(
    ({ coords: { latitude: lat, longitude: lon, accuracy: accuracy_m, heading, speed } }) =>
      // A device that stands tells no heading, as NaN.
      fixed({ lat, lon, accuracy_m, bearing: heading === null || Number.isNaN(heading) ? null : heading, speed }),
    null,
    { enableHighAccuracy: true },
  )
  return () => navigator.geolocation.clearWatch(watching)
}

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
    watch: 'geolocation' in navigator ? watchPlace : null,
  })
