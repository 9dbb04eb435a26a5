import type { OpenReturnWish, ServiceOffering } from '@ambit/contract'
import { unreachable } from '@ambit/domain'
import type { z } from 'zod'
import { serverClock } from '../../settings/use-now.ts'
import type { BookingData, BookingDraft, WayBack } from '../booking-draft.ts'
import { changeDraft, draftOf } from '../drafts.ts'
import { isSamePoint, missingFields, searchBody } from './booking-request.ts'
import type { SearchBody } from './queries.ts'

const MINUTE_MS = 60_000

/** The form of the way back: places swapped, people and aids as on the way there, unless they were changed for it alone. */
export const backData = (data: BookingData, back: WayBack, suggested = back.suggested_at): BookingData => ({
  ...data,
  ...(back.places ?? { origin: data.destination, destination: data.origin }),
  ...back.people,
  traveling_at: back.traveling_at ?? suggested,
  departing: back.departing,
  leaveNow: false,
  selectedFrequentLocationIndex: null,
})

/** Milliseconds since 1970: when the way there is asked for. */
export const begins = ({ leaveNow, traveling_at }: BookingData): number =>
  leaveNow || traveling_at === null ? serverClock.now().getTime() : Date.parse(traveling_at)

/** A suggested return keeps its distance from the way there when that one is moved. */
export const movedWith = (back: WayBack, before: BookingData, after: BookingData): WayBack => {
  if (back.suggested_at === null) return back
  const moved = Date.parse(back.suggested_at) + begins(after) - begins(before)
  return { ...back, suggested_at: new Date(moved).toISOString() }
}

/** What was changed of that form, for the draft. */
export const changeOfBack = (shown: BookingData, change: Partial<BookingData>): Partial<WayBack> => {
  const { origin, destination, traveling_at, departing, ...people } = { ...shown, ...change }
  const { passengers, mobility_support, spacesByAids, attendants, companions, aids } = people
  const has = (...names: (keyof BookingData)[]): boolean => names.some((name) => name in change)
  return {
    ...(has('origin', 'destination') ? { places: { origin, destination } } : {}),
    ...(has('origin') ? { pickup_note: null } : {}),
    ...(has('destination') ? { dropoff_note: null } : {}),
    ...(has('passengers', 'mobility_support', 'spacesByAids', 'attendants', 'companions', 'aids')
      ? { people: { passengers, mobility_support, spacesByAids, attendants, companions, aids } }
      : {}),
    ...(has('traveling_at') ? { traveling_at } : {}),
    ...(has('departing') ? { departing } : {}),
  }
}

/** A journey there and back, whose way back is searched and booked with the way there. */
export const isThereAndBack = ({ back, changeOf }: Pick<BookingDraft, 'back' | 'changeOf'>): boolean =>
  back.choice === 'timed' && changeOf === null

/** A way there whose way back is kept until the passenger calls. */
export const isToBeCalled = ({ back, changeOf }: Pick<BookingDraft, 'back' | 'changeOf'>): boolean =>
  back.choice === 'open' && changeOf === null

/** What is kept of that way back; null while something is missing. */
export const openReturnBody = (draft: BookingDraft, now: Date): z.input<typeof OpenReturnWish> | null => {
  const body = backBody({ ...draft, back: { ...draft.back, departing: true } }, now)
  if (body === null) return null
  const { traveling_at: not_before, origin, destination, passengers, mobility_support, aids } = body
  return {
    not_before,
    origin,
    destination,
    passengers,
    ...(mobility_support === undefined ? {} : { mobility_support }),
    ...(aids === undefined ? {} : { aids }),
  }
}

/** The search for the way back; null while something is missing. */
export const backBody = (draft: BookingDraft, now: Date): SearchBody | null => {
  const data = backData(draft.bookingData, draft.back)
  return Object.keys(missingFields(data)).length > 0
    ? null
    : searchBody({ ...draft, bookingData: data, wishedAt: null }, now)
}

export const changeBack = (uuid: string, change: Partial<WayBack>): void => {
  const back = draftOf(uuid)?.back
  if (back !== undefined) changeDraft(uuid, { back: { ...back, ...change } })
}

/** Where a chosen leg begins before the passenger can be there, and has stayed: when the leg before ends, and from when on it is possible. */
export const tooEarly = (
  there: ServiceOffering,
  back: ServiceOffering,
  stay_minutes: number | null,
): { ends: Date; from: Date } | null => {
  const missed = unreachable(
    { closes: Date.parse(there.dropoff.upper_bound), walk_s: there.dropoff.walk_s },
    { opens: Date.parse(back.pickup.lower_bound), walk_s: back.pickup.walk_s, stay_minutes },
  )
  return missed === null ? null : { ends: new Date(missed.ends), from: new Date(missed.from) }
}

/** How many minutes the passenger is between two legs by what is promised of them: at least, and at most. */
export const promisedStay = (before: ServiceOffering, after: ServiceOffering): { least: number; most: number } => {
  const walk_s = before.dropoff.walk_s + after.pickup.walk_s
  const minutes = (from: string, until: string): number =>
    Math.floor((Date.parse(until) - Date.parse(from)) / MINUTE_MS - walk_s / 60)
  return {
    least: minutes(before.dropoff.upper_bound, after.pickup.lower_bound),
    most: minutes(before.dropoff.lower_bound, after.pickup.upper_bound),
  }
}

/** Gives a place of the way back the name that was found for it, if it is still there. */
export const nameBackEnd = (
  uuid: string,
  end: 'origin' | 'destination',
  place: NonNullable<BookingData['origin']>,
): void => {
  const places = draftOf(uuid)?.back.places
  const point = places?.[end]?.point
  if (places == null || point === undefined || !isSamePoint(point, place.point)) return
  changeBack(uuid, { places: { ...places, [end]: place } })
}
