import { flatDistance, type LngLat } from '@ambit/geo'

const MINUTE_MS = 60_000
const STEP_MS = 5 * MINUTE_MS
const NEAR_M = 150
/** The stay of a passenger who has made none yet, in minutes. */
const USUAL_STAY = 60
const VISITS = 5
/** A passenger who leaves more than a day later has not stayed. */
const LONGEST_STAY_MS = 24 * 60 * MINUTE_MS

/** Up to the next five minutes, in milliseconds since 1970. */
const roundedUp = (time: number): number => Math.ceil(time / STEP_MS) * STEP_MS

/** A leg of a journey: when it ends at the latest, and seconds on foot from there. */
type LegBefore = { closes: number; walk_s: number }
/** The next one: when it may begin, seconds on foot to there, and minutes of the stay between them. */
type LegAfter = { opens: number; walk_s: number; stay_minutes?: number | null | undefined }

/** Where a leg begins before the passenger can be there: when the leg before ends, and from when on this one is possible. */
export const unreachable = (there: LegBefore, back: LegAfter): { ends: number; from: number } | null => {
  const ready = there.closes + (there.walk_s + back.walk_s) * 1000 + (back.stay_minutes ?? 0) * MINUTE_MS
  return back.opens >= ready ? null : { ends: there.closes, from: roundedUp(ready) }
}

/** A ride that was made. */
export type RideMade = { from: LngLat; to: LngLat; boarded: number; left: number }

const isNear = (a: LngLat, b: LngLat): boolean => flatDistance(a, b) <= NEAR_M

/** The middle of what the passenger's last five visits to a place took, in whole minutes; an hour where there was none. */
export const usualStay = (rides: readonly RideMade[], place: LngLat): number => {
  const inTurn = rides.toSorted((a, b) => a.boarded - b.boarded)
  const stays = inTurn.flatMap((ride, index) => {
    const next = inTurn[index + 1]
    if (next === undefined || !isNear(ride.to, place) || !isNear(next.from, place)) return []
    const stay = next.boarded - ride.left
    return stay < 0 || stay > LONGEST_STAY_MS ? [] : [Math.round(stay / MINUTE_MS)]
  })
  const last = stays.slice(-VISITS).toSorted((a, b) => a - b)
  const [lower, upper] = [last[Math.floor((last.length - 1) / 2)], last[Math.floor(last.length / 2)]]
  return lower === undefined || upper === undefined ? USUAL_STAY : Math.round((lower + upper) / 2)
}

/** When to ask for the way back of a way there that ends then. */
export const suggestedReturn = (ends: number, stayMinutes: number): number => roundedUp(ends + stayMinutes * MINUTE_MS)

/** A ride that was booked; `leg`: of a journey there and back, null where it was booked by itself or with stops; `open`: the way back was to be called for. */
type RideBooked = { from: LngLat; to: LngLat; leg: number | null; open: boolean }

/** Which way back was asked for the last time from one place to another; `rides` are in the order in which they were booked, latest first. */
export const lastChoice = (rides: readonly RideBooked[], from: LngLat, to: LngLat): 'none' | 'timed' | 'open' => {
  const last = rides.find((ride) => (ride.leg ?? 1) === 1 && isNear(ride.from, from) && isNear(ride.to, to))
  if (last?.leg !== 1) return 'none'
  return last.open ? 'open' : 'timed'
}
