import type { PermissionKey, Reason } from '@ambit/contract'
import { type AskedRide, isDuplicate, minutesMissing, type OnBoard, touch, unreachable } from '@ambit/domain'
import type { LngLat } from '@ambit/geo'
import { anotherRide, invalid, overlappingRide } from '../http/errors.ts'
import { clockTime, dayAndTime } from '../planning/plan/format.ts'
import type { OtherRide } from './queries.ts'

/** The right to book a ride at a time at which the passenger has another. */
export const OVERLAP = 'LiveBooking:overlap:canCreate' satisfies PermissionKey

/** What the caller has said of the passenger's other rides. */
export type SaidOfOthers = { besides?: number[] | undefined; overlap_reason?: string | null | undefined }

type Comparing = SaidOfOthers & {
  /** the field that asks for the ride */
  pointer: string
  /** the passenger is known to the caller by number alone: the name is not said */
  unnamed: boolean
  traveler_id: number
}

/**
 * Throws 409 that names a ride which is nearly the same, and 422 for one at that time, unless there is a reason. Rides out
 * of the caller's sight are compared by their times alone. Another leg of the ride's own journey is neither. Answers
 * those at that time, for which there is a reason.
 */
export const compareRides = (
  all: readonly OtherRide[],
  ride: OnBoard & { asked: AskedRide },
  { besides = [], overlap_reason, pointer, unnamed, traveler_id }: Comparing,
): OtherRide[] => {
  const others = all.filter(({ sameJourney }) => sameJourney === null)
  const same = others.find(({ id, seen, asked }) => seen && !besides.includes(id) && isDuplicate(asked, ride.asked))
  if (same !== undefined) {
    const when = dayAndTime(same.pickup_opens, same.time_zone)
    throw anotherRide(`Booking ${same.id} is nearly the same ride: pick up ${when}`, { service_request_id: same.id })
  }
  const overlapping = others.filter((other) => touch(other, ride))
  const [first] = overlapping
  if (first !== undefined && overlap_reason == null) {
    const { time_zone, boards, alights } = first
    const who = unnamed ? `Passenger ${traveler_id}` : first.traveler_name
    const [from, to] = [boards, alights].map((time) => clockTime(new Date(time), time_zone))
    throw overlappingRide(`${who} travels from ${from} to ${to} already`, pointer)
  }
  return overlapping
}

type Way = { window: AskedRide; pickup_walk_s: number; dropoff_walk_s: number }

/** Where a leg begins before the one before it ends, or before the stay between them is over: from when on it is possible. */
export const notReached = (
  missed: { ends: number; from: number },
  { time_zone, stay_minutes }: { time_zone: string; stay_minutes: number },
): string => {
  const [ends, from] = [missed.ends, missed.from].map((time) => clockTime(new Date(time), time_zone))
  return stay_minutes === 0
    ? `The way there ends at ${ends}; a return is possible from ${from}`
    : `The leg before ends at ${ends}; after a stay of ${stay_minutes} min the next one is possible from ${from}`
}

/** Throws 422 where a leg of the ride's own journey, or the ride itself as one, begins before the passenger is there. */
export const requireReached = (all: readonly OtherRide[], ride: Way, pointer: string): void => {
  for (const { sameJourney, asked, time_zone } of all) {
    if (sameJourney === null) continue
    const other: Way = { ...sameJourney, window: asked }
    const { stay_minutes } = sameJourney
    const [there, back] = sameJourney.isBefore ? [other, ride] : [ride, other]
    const missed = unreachable(
      { closes: there.window.dropoff?.closes ?? 0, walk_s: there.dropoff_walk_s },
      { opens: back.window.pickup?.opens ?? Infinity, walk_s: back.pickup_walk_s, stay_minutes },
    )
    if (missed === null) continue
    throw invalid([{ pointer, detail: notReached(missed, { time_zone, stay_minutes }) }])
  }
}

/** For the history of a booking that is at the time of others. */
export const overlapReasons = (
  overlapping: readonly OtherRide[],
  { overlap_reason: reason }: SaidOfOthers,
): Reason[] => {
  const [first] = overlapping
  if (first === undefined || reason == null) return []
  return [
    {
      code: 'overlaps',
      text: `Booked at the time of booking ${first.id}: ${reason}`,
      figures: { service_request_id: first.id },
    },
  ]
}

type Riding = OnBoard & Record<'pickup' | 'dropoff', LngLat>

/** Where there is too little time to get from a ride's drop-off to the next one's pick-up; `drive` answers seconds. */
export const tooLittleTime = (
  others: readonly OtherRide[],
  ride: Riding,
  drive: (from: LngLat, to: LngLat) => number,
): Reason[] =>
  others.flatMap((other) => {
    if (touch(other, ride)) return []
    const after = other.alights < ride.boards
    const [first, next] = after ? [other, ride] : [ride, other]
    const minutes = minutesMissing(first, next, drive(first.dropoff, next.pickup))
    if (minutes === 0) return []
    const name = other.seen ? `booking ${other.id}` : 'another ride'
    const text = after
      ? `Too little time after ${name}: ${minutes} min are missing for the fastest drive to this pick-up`
      : `Too little time before ${name}: ${minutes} min are missing for the fastest drive to its pick-up`
    const service_request_id = other.seen ? other.id : null
    return [
      { code: 'too_little_time', text, figures: { minutes, service_request_id, side: after ? 'after' : 'before' } },
    ]
  })
