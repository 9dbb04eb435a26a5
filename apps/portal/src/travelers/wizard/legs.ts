import { MAX_LEGS, type ServiceAvailabilitySearch, stayLimits } from '@ambit/contract'
import { suggestedReturn } from '@ambit/domain'
import type { BookingData, BookingDraft, Leg, Stop, WayBack } from '../booking-draft.ts'
import { newLeg } from '../booking-draft.ts'
import { changeDraft, draftOf } from '../drafts.ts'
import { contradictions, isSamePoint, missingFields, searchBody } from './booking-request.ts'
import type { SearchBody } from './queries.ts'
import { wizardStrings } from './strings.ts'
import { backBody, backData, isThereAndBack } from './way-back.ts'

const words = wizardStrings.stops

/** The stay that is suggested, in minutes. */
const USUAL_STAY = 60

/** A leg as it is asked for, with what was found and chosen of it. */
export type DraftLeg = Leg & {
  title: string
  data: BookingData
  /** before it; null: it is the first, or a way back at a time of its own */
  stay_minutes: number | null
}

/** A ride with stops: all its legs are searched in turn, and booked as one. */
export const hasStops = ({ stops, changeOf }: Pick<BookingDraft, 'stops' | 'changeOf'>): boolean =>
  stops.length > 0 && changeOf === null

/** Several legs that are booked together. */
export const isJourney = (draft: Pick<BookingDraft, 'stops' | 'back' | 'changeOf'>): boolean =>
  hasStops(draft) || isThereAndBack(draft)

/** Where a further leg ends, on the map: pick-up and drop-off are A and B. */
export const stopLetter = (index: number): string => String.fromCharCode('C'.charCodeAt(0) + index)

/** The form of a further leg: from where the one before ends, with the same people. Its time follows from that one. */
export const stopData = ({ bookingData, stops }: Pick<BookingDraft, 'bookingData' | 'stops'>, index: number) =>
  ({
    ...bookingData,
    origin: index === 0 ? bookingData.destination : (stops[index - 1]?.place ?? null),
    destination: stops[index]?.place ?? null,
    departing: true,
    leaveNow: false,
    selectedFrequentLocationIndex: null,
  }) satisfies BookingData

/** What a draft asks for, leg by leg. */
export const legsOf = (draft: BookingDraft): [DraftLeg, ...DraftLeg[]] => {
  const { bookingData: data, discountCode, pickup_note, dropoff_note, serviceRequestId, back, stops } = draft
  const first = {
    title: hasStops(draft) ? words.leg(1) : wizardStrings.back.thereWay,
    data,
    stay_minutes: null,
    searchId: draft.serviceAvailabilitySearchId,
    offeringId: draft.serviceOfferingId,
    discountCode,
    pickup_note,
    dropoff_note,
    serviceRequestId,
  }
  if (hasStops(draft))
    return [first, ...stops.map((stop, at) => ({ ...stop, title: words.leg(at + 2), data: stopData(draft, at) }))]
  return isThereAndBack(draft)
    ? [first, { ...back, title: wizardStrings.back.way, data: backData(data, back), stay_minutes: null }]
    : [first]
}

/** The search for a further leg, once what was found for the one before is there. */
export type Onward = (before: Promise<ServiceAvailabilitySearch>) => Promise<SearchBody>

/** The searches for all legs but the first; null while something is missing. A way back waits for nothing. */
export const onward = (draft: BookingDraft, now: Date): Onward[] | null => {
  if (hasStops(draft))
    return stopsComplete(draft)
      ? draft.stops.map((stop, index) => afterStay(draft, index, stop.stay_minutes ?? 0))
      : null
  if (!isThereAndBack(draft)) return []
  const body = backBody(draft, now)
  return body === null ? null : [() => Promise.resolve(body)]
}

const afterStay =
  (draft: BookingDraft, index: number, stay: number): Onward =>
  async (before) => {
    const { service_offerings: offers } = await before
    if (offers.length === 0) throw new Error(words.notLookedFor)
    // Whichever of the trips before is chosen, the passenger is there, and has stayed.
    const ends = Math.max(...offers.map(({ dropoff }) => Date.parse(dropoff.upper_bound) + dropoff.walk_s * 1000))
    const traveling_at = new Date(suggestedReturn(ends, stay)).toISOString()
    const body = searchBody(
      { ...draft, bookingData: { ...stopData(draft, index), traveling_at }, wishedAt: null },
      new Date(ends),
    )
    if (body === null) throw new Error(words.notLookedFor)
    return body
  }

/** What is wrong with a stop, at its field; `asked`: what is missing is said too. */
export const stopProblems = (draft: BookingDraft, index: number, asked: boolean) => {
  const data = { ...stopData(draft, index), traveling_at: '' }
  const stay = draft.stops[index]?.stay_minutes ?? null
  const { min, max } = stayLimits
  return {
    place:
      (asked && missingFields(data).destination !== undefined ? words.missing : undefined) ??
      contradictions(data).destination,
    stay: stay === null || stay < min || stay > max ? words.stayRange(min, max) : undefined,
  }
}

/** No stop is wrong, though a place may still be missing. */
export const stopsReady = (draft: BookingDraft): boolean =>
  draft.stops.every((_, index) =>
    Object.values(stopProblems(draft, index, false)).every((problem) => problem === undefined),
  )

const stopsComplete = (draft: BookingDraft): boolean =>
  draft.stops.every((_, index) =>
    Object.values(stopProblems(draft, index, true)).every((problem) => problem === undefined),
  )

export const mayAddStop = ({ stops }: Pick<BookingDraft, 'stops'>): boolean => stops.length < MAX_LEGS - 1

/** One stop more. The last one leads home again; a way back that was asked for becomes the last leg. */
export const withStop = (
  { bookingData: { origin, destination }, stops, back }: Pick<BookingDraft, 'bookingData' | 'stops' | 'back'>,
  returns: boolean,
): { stops: Stop[]; back: WayBack } => {
  const stop = (place: Stop['place']): Stop => ({ ...newLeg(), place, stay_minutes: USUAL_STAY })
  const last = stops.length === 0 ? destination : (stops.at(-1)?.place ?? null)
  const home = origin !== null && last !== null && isSamePoint(origin.point, last.point) ? null : origin
  const added = stops.length > 0 ? [stop(home)] : returns ? [stop(null), stop(origin)] : [stop(null)]
  return { stops: [...stops, ...added], back: { ...back, choice: 'none', evenWithout: false } }
}

/** What a draft becomes where something of a leg changes. */
const withLeg = (
  draft: Pick<BookingDraft, 'stops' | 'back' | 'changeOf'>,
  index: number,
  change: Partial<Leg>,
): Partial<BookingDraft> => {
  if (index > 0 && hasStops(draft))
    return { stops: draft.stops.map((stop, at) => (at === index - 1 ? { ...stop, ...change } : stop)) }
  if (index > 0) return { back: { ...draft.back, ...change } }
  const { searchId, offeringId, ...same } = change
  return {
    ...same,
    ...(searchId === undefined ? {} : { serviceAvailabilitySearchId: searchId }),
    ...(offeringId === undefined ? {} : { serviceOfferingId: offeringId }),
  }
}

/** The same for several, from a leg on. */
export const withLegs = (
  draft: Pick<BookingDraft, 'stops' | 'back' | 'changeOf'>,
  changes: readonly Partial<Leg>[],
  from = 0,
): Partial<BookingDraft> =>
  changes.reduce<Partial<BookingDraft>>(
    (done, change, at) => ({ ...done, ...withLeg({ ...draft, ...done }, from + at, change) }),
    {},
  )

export const changeLeg = (uuid: string, index: number, change: Partial<Leg>): void => {
  const draft = draftOf(uuid)
  if (draft !== undefined) changeDraft(uuid, withLeg(draft, index, change))
}
