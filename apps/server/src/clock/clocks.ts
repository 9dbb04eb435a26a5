import type { ClockMode } from '../config.ts'
import type { Clock } from '../deps.ts'

type Wall = { now: () => number; monotonic: () => number }

/** Follows the wall; with a speed, the service's time runs ahead of it from the moment of the start. */
const createRealClock = (wall: Wall, speed: number): Clock => {
  const started = wall.now()
  return {
    now: () => new Date(speed === 1 ? wall.now() : started + (wall.now() - started) * speed),
    wall: () => new Date(wall.now()),
    monotonic: wall.monotonic,
    speed,
  }
}

/** Stands still between the calls that move it, for simulated days. Sessions and links still go by the wall. */
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

export const createClock = (mode: ClockMode, wall: Wall): Clock =>
  mode.kind === 'real' ? createRealClock(wall, mode.speed) : createVirtualClock(wall, mode.start)
