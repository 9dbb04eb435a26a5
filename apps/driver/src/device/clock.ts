/** Both of the device's clocks at one moment, ms: the one that can be set, and the one that cannot, of one run of the app. */
export type Reading = { wall: number; steady: number; run: string }

/** What the clocks showed when the server last told its time, and by how much at most `server` is off; all in ms. */
export type Anchor = Reading & { server: number; error: number }

/** A call's begin and end by the device's clocks, and the server's time that its answer told. */
export type Call = { sent: Reading; received: Reading; server: number }

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

/** Two clocks gain or lose no more than this share of the time against each other. */
const DRIFT = 1e-4

/** By how much at most the server's time at a reading is off, ms; null: it is not certain. */
export const errorAt = (now: Reading, anchor: Anchor | null): number | null => {
  if (anchor === null || isUncertain(now, anchor)) return null
  const passed = now.steady - anchor.steady
  return anchor.error + Math.abs(now.wall - anchor.wall - passed) + passed * DRIFT
}

/**
 * What is known of the server's time after an answer to a call: what was known already, where that is nearer, as after a
 * call that was long on its way; else the middle of the call. Null: the clocks went on differently during the call,
 * so that nobody knows how long it took.
 */
export const anchorAfter = (call: Call, before: Anchor | null): Anchor | null => {
  const { sent, received, server } = call
  const took = received.steady - sent.steady
  if (received.run !== sent.run || Math.abs(received.wall - sent.wall - took) > SAME_MS) return null
  // As long back as there: an answer is half of the call old.
  const told = { ...received, server: server + took / 2, error: took / 2 }
  const known = errorAt(received, before)
  if (known === null || known >= told.error) return told
  const asKnown = { ...received, server: timeOf(received, before), error: known }
  // Where both cannot be true, the server's clock was set.
  return Math.abs(asKnown.server - told.server) > known + told.error ? told : asKnown
}

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
