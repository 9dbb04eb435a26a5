/** Both of the device's clocks at one moment, ms: the one that can be set, and the one that cannot, of one run of the app. */
export type Reading = { wall: number; steady: number; run: string }

/** What the clocks showed when the server last told its time. */
export type Anchor = Reading & { server: number }

export type DeviceClock = {
  wall: () => number
  steady: () => number
}

/** Clocks that went on within this of each other were not set, and the device did not sleep. ms */
const SAME_MS = 2000

/**
 * The server's time at a reading: on from the last anchor by the clock that cannot be set. After a restart, which that
 * clock does not outlive, by the other.
 */
export const timeOf = (reading: Reading, anchor: Anchor | null): number => {
  if (anchor === null) return reading.wall
  return anchor.server + (anchor.run === reading.run ? reading.steady - anchor.steady : reading.wall - anchor.wall)
}

/** Since the server told its time, the device's clock was set, or the app began again: its times are not certain. */
export const isUncertain = (now: Reading, anchor: Anchor | null): boolean =>
  anchor === null || anchor.run !== now.run || Math.abs(now.wall - anchor.wall - (now.steady - anchor.steady)) > SAME_MS

/**
 * When something was done that was written down since the anchor `before`, now that the server has told its time again.
 * `written`: as it was worked out then. Of the clocks the one counts that went on as the server's did: the steady one
 * stands still while a device sleeps, and the other may have been set.
 */
export const corrected = (done: Reading & { written: number }, now: Anchor, before: Anchor | null): number => {
  const bySteady = now.server - (now.steady - done.steady)
  const byWall = now.server - (now.wall - done.wall)
  const wallOff = before === null ? Infinity : Math.abs(now.wall - before.wall - (now.server - before.server))
  if (done.run !== now.run) return wallOff <= SAME_MS ? byWall : done.written
  if (before === null || before.run !== now.run) return wallOff <= SAME_MS ? byWall : bySteady
  const steadyOff = Math.abs(now.steady - before.steady - (now.server - before.server))
  return steadyOff <= wallOff + SAME_MS ? bySteady : byWall
}
