import type { ClockMode } from '../config.ts'
import type { Clock } from '../deps.ts'

export type Wall = { now: () => number; monotonic: () => number }

/**
 * Follows real time; with a speed, service time runs ahead of it from the start, and goes on from there after a restart:
 * what was written by a clock that ran ahead stays in the past.
 */
const createRealClock = (wall: Wall, speed: number, notBefore: Date | null): Clock => {
  const started = wall.now()
  const ahead = Math.max(0, (notBefore?.getTime() ?? started) - started)
  return {
    now: () => new Date(started + ahead + (wall.now() - started) * speed),
    wall: () => new Date(wall.now()),
    monotonic: wall.monotonic,
    speed,
  }
}

/** A demo's own time: begins at a given moment, independent of the machine's clock, and pauses while the demo is not running. */
export const createDemoClock = (wall: Wall, start: Date, firstSpeed: number): Clock => {
  let speed = firstSpeed
  let base = { demo: start.getTime(), wall: wall.now() }
  const now = (): number => base.demo + Math.max(0, wall.now() - base.wall) * speed
  return {
    now: () => new Date(now()),
    wall: () => new Date(wall.now()),
    monotonic: wall.monotonic,
    get speed() {
      return speed
    },
    setSpeed: (next) => {
      base = { demo: now(), wall: wall.now() }
      speed = next
    },
  }
}

/** Stands still between the calls that move it, for simulated days. Sessions and links still use real time. */
const createVirtualClock = (wall: Wall, start: Date): Clock => {
  let now = start.getTime()
  return {
    now: () => new Date(now),
    wall: () => new Date(wall.now()),
    monotonic: wall.monotonic,
    speed: 1,
    moveTo: (time) => {
      now = Math.max(now, time.getTime())
    },
  }
}

/** A clock at normal speed shows the machine's time, whatever is stored: data of a device or a wrong clock cannot move it. */
export const createClock = (mode: ClockMode, wall: Wall, notBefore: Date | null = null): Clock =>
  mode.kind === 'virtual'
    ? createVirtualClock(wall, mode.start)
    : createRealClock(wall, mode.speed, mode.speed === 1 ? null : notBefore)
