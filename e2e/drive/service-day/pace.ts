import { setTimeout as nap } from 'node:timers/promises'
import type { Client } from '@ambit/contract'
import { api } from '../../fixtures.ts'

/** The service's clock showed `service` when the machine's showed `real`, ms, and runs `speed` times as fast. */
export type Pace = { speed: number; real: number; service: number }

export const MINUTE = 60_000

/** Of a server whose clock was told to run `speed` times as fast. */
export const paceOf = async (office: Client, speed: number): Promise<Pace> => {
  const asked = Date.now()
  const { data } = await office.call(api.settings.show)
  return { speed, real: (asked + Date.now()) / 2, service: Date.parse(data.clock.now) }
}

/** What the service's clock shows, ms. */
export const nowBy = ({ speed, real, service }: Pace): number => service + (Date.now() - real) * speed

export const until = async (pace: Pace, moment: number): Promise<void> => {
  await nap(Math.max(0, moment - nowBy(pace)) / pace.speed)
}

/** In a page, before all else: its clocks and timers run as the service's does. A phone whose clock is right. */
export const keepPace = ({ speed, real, service }: Pace): void => {
  const steady = performance.now.bind(performance)
  const now = (): number => Math.floor(service + (performance.timeOrigin + steady() - real) * speed)
  const wait = setTimeout.bind(globalThis)
  const repeat = setInterval.bind(globalThis)
  performance.now = () => steady() * speed
  Object.assign(globalThis, {
    Date: new Proxy(Date, {
      construct: (made, given, target) => Reflect.construct(made, given.length === 0 ? [now()] : given, target) as Date,
      apply: () => new Date().toString(),
      get: (made, key) => (key === 'now' ? now : (Reflect.get(made, key) as unknown)),
    }),
    setTimeout: (work: () => void, milliseconds = 0, ...given: []) => wait(work, milliseconds / speed, ...given),
    setInterval: (work: () => void, milliseconds = 0, ...given: []) => repeat(work, milliseconds / speed, ...given),
  })
}
