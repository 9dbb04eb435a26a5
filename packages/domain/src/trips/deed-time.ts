/** How long before its start a driver may sign on to a trip. */
export const SIGN_ON_EARLY_MINUTES = 60

/** A clock that differs by less counts as right: a call on its way makes as much of a difference. ms */
export const CLOCK_TOLERANCE_MS = 5000

/** All in milliseconds since 1970; by the device's clock, and by the server's. */
type Told = {
  happened: number
  sent: number
  received: number
  /** by how much at most the device knows its clock to be off, ms; null: it does not know */
  error: number | null
  notBefore: number
}

/** What a device says of its clock with what it tells of, as `deedTime` takes it. */
export const deviceClockOf = ({
  sent_at,
  clock_error_ms,
}: {
  sent_at: string
  clock_error_ms?: number | null | undefined
}) => ({
  sent: Date.parse(sent_at),
  error: clock_error_ms ?? null,
})

/**
 * When something was done, by the server's clock. A device's clock that differs is corrected by how far it was off when
 * the device sent; what then lies in the future, or before what came before it, counts as done at the nearest moment.
 * Of a device that knows the server's time, what comes late was long on its way; what comes before it was sent shows
 * all the same that the clock is ahead.
 */
export const deedTime = ({ happened, sent, received, error, notBefore }: Told): { at: number; moved: boolean } => {
  const off = received - sent
  const wasOnItsWay = error !== null && off > 0
  const corrected = Math.abs(off) > CLOCK_TOLERANCE_MS && !wasOnItsWay ? happened + off : happened
  const at = Math.max(notBefore, Math.min(corrected, received))
  return { at, moved: Math.abs(at - corrected) > CLOCK_TOLERANCE_MS }
}
