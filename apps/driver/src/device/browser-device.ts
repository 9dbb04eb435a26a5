import { scaleInBrowser } from './browser-photos.ts'
import { createDevice } from './create-device.ts'
import type { Device } from './device.ts'
import type { Watch, WatchPower } from './fix.ts'

/** A call that has brought no answer after so long brings none. ms */
const DEADLINE_MS = 20_000

const watchPlace: Watch = (fixed, refused) => {
  const watching = navigator.geolocation.watchPosition(
    ({ coords: { latitude: lat, longitude: lon, accuracy: accuracy_m, heading, speed } }) =>
      // A device that stands tells no heading, as NaN.
      fixed({ lat, lon, accuracy_m, bearing: heading === null || Number.isNaN(heading) ? null : heading, speed }),
    ({ code, PERMISSION_DENIED }) => {
      if (code === PERMISSION_DENIED) refused()
    },
    { enableHighAccuracy: true },
  )
  return () => navigator.geolocation.clearWatch(watching)
}

/** A battery below this share runs low. */
const LOW = 0.2

type Battery = EventTarget & { level: number; charging: boolean }

/** Only some browsers tell. */
const watchPower: WatchPower = (told) => {
  const { getBattery } = navigator as { getBattery?: () => Promise<Battery> }
  const signs = ['levelchange', 'chargingchange']
  let battery: Battery | null = null
  let over = false
  const tell = (): void => told(battery !== null && battery.level < LOW && !battery.charging)
  const begin = async (): Promise<void> => {
    battery = (await getBattery?.call(navigator).catch(() => null)) ?? null
    if (battery === null || over) return
    for (const sign of signs) battery.addEventListener(sign, tell)
    tell()
  }
  void begin()
  return () => {
    over = true
    for (const sign of signs) battery?.removeEventListener(sign, tell)
  }
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
    power: watchPower,
    follows: true,
    scale: scaleInBrowser,
    spare: () => import('@ambit/phone-map').then(({ clearShelf }) => clearShelf()).catch(() => false),
  })
