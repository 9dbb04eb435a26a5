/** How long before its start a driver may sign on to a trip. */
export const SIGN_ON_EARLY_MINUTES = 60

/** A clock that differs by less counts as right: a call on its way makes as much of a difference. ms */
export const CLOCK_TOLERANCE_MS = 5000

/** All in milliseconds since 1970; by the device's clock, and by the server's. */
type Told = { happened: number; sent: number; received: number; notBefore: number }

/**
 * When something was done, by the server's clock. A device's clock that differs is corrected by how far it was off when
 * the device sent; what then lies in the future, or before what came before it, counts as done at the nearest moment.
 */
export const deedTime = ({ happened, sent, received, notBefore }: Told): { at: number; moved: boolean } => {
  const off = received - sent
  const corrected = Math.abs(off) > CLOCK_TOLERANCE_MS ? happened + off : happened
  const at = Math.max(notBefore, Math.min(corrected, received))
  return { at, moved: Math.abs(at - corrected) > CLOCK_TOLERANCE_MS }
}
