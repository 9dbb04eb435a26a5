import { randomStream } from '@ambit/random'
import { HOUR, MINUTE, SECOND } from '../timeline/timeline.ts'

/** By how many milliseconds the clock of a driver's device is ahead, below 0 behind. */
export type DeviceClocks = (driver: number) => number

export const exactClocks: DeviceClocks = () => 0

/** Most devices are set by their network. Some are minutes off, a few by an hour or a day, and the server refuses those ahead. */
export const drawDeviceClocks =
  (seed: number): DeviceClocks =>
  (driver) => {
    const random = randomStream(seed, 'device', driver)
    const usual = random.between(-2, 2) * SECOND
    if (random.chance(0.6)) return usual
    const [off] = random.shuffled([
      random.between(10, 120) * SECOND,
      random.between(2, 4.9) * MINUTE,
      -random.between(2, 20) * MINUTE,
      HOUR,
      -24 * HOUR,
    ])
    return Math.round(off ?? usual)
  }
