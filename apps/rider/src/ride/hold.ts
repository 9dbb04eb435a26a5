import type { RideOffering } from '@ambit/contract'

const MINUTE_MS = 60_000

/** How long an offering is still held, as minutes and seconds, and whether that is less than a minute. */
export const heldFor = (
  { expires_at }: Pick<RideOffering, 'expires_at'>,
  now: number,
): { left: string; isEnding: boolean } => {
  const left = Math.max(0, Date.parse(expires_at) - now)
  const seconds = Math.ceil(left / 1000)
  return {
    left: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
    isEnding: left > 0 && left <= MINUTE_MS,
  }
}
