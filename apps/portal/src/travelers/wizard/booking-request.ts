import type { Passenger, Place, Reason, SearchInput } from '@ambit/contract'
import type { z } from 'zod'
import type { Format } from '../../settings/create-format.ts'
import type { BookingData, BookingDraft } from '../booking-draft.ts'
import { wizardStrings } from './strings.ts'

const words = wizardStrings.missing

export type MissingField = 'origin' | 'destination' | 'departing' | 'traveling_at' | 'passengers' | 'mobility_support'

/** What still has to be filled in before a search, in the specification's words. */
export const missingFields = (data: BookingData): Partial<Record<MissingField, string>> => ({
  ...(data.origin === null ? { origin: words.origin } : {}),
  ...(data.destination === null ? { destination: words.destination } : {}),
  ...(!data.leaveNow && data.departing === null ? { departing: words.timePreference } : {}),
  ...(!data.leaveNow && data.traveling_at === null ? { traveling_at: words.travelTime } : {}),
  ...(data.passengers === null ? { passengers: words.passengers } : {}),
  ...(data.mobility_support === null && !data.spacesByAids ? { mobility_support: words.passengers } : {}),
})

/** Contradictions, shown at once: no search is made. */
export const contradictions = ({ origin, destination, passengers, mobility_support, spacesByAids }: BookingData) => ({
  ...(origin !== null && destination !== null && isSamePoint(origin.point, destination.point)
    ? { destination: wizardStrings.samePlace }
    : {}),
  ...(!spacesByAids && passengers !== null && mobility_support !== null && mobility_support > passengers
    ? { mobility_support: wizardStrings.tooManyWheelchairs }
    : {}),
})

export const isSamePoint = (one: Place['point'], other: Place['point']): boolean =>
  one[0] === other[0] && one[1] === other[1]

/** What was said of other rides of the passenger, for a search and for a booking. */
export const saidOfOthers = ({ besides, overlapReason }: Pick<BookingDraft, 'besides' | 'overlapReason'>) => ({
  ...(besides.length === 0 ? {} : { besides }),
  ...(overlapReason === '' ? {} : { overlap_reason: overlapReason }),
})

/** The body of a search, or null while something is missing. Leaving now departs at the moment of the search. */
export const searchBody = (draft: BookingDraft, now: Date): z.input<typeof SearchInput> | null => {
  const { origin, destination, passengers, traveling_at, departing, leaveNow, ...party } = draft.bookingData
  const { mobility_support, spacesByAids, attendants, companions, aids } = party
  if (origin === null || destination === null || passengers === null) return null
  if (mobility_support === null && !spacesByAids) return null
  if (!leaveNow && (traveling_at === null || departing === null)) return null
  return {
    traveler_id: draft.travelerId,
    passengers: [
      ...people(passengers),
      ...people(attendants, { travels_as: 'attendant' }),
      ...people(companions, { travels_as: 'companion' }),
    ],
    origin,
    destination,
    traveling_at: leaveNow || traveling_at === null ? now.toISOString() : traveling_at,
    departing: leaveNow || departing === true,
    ...(draft.wishedAt === null ? {} : { wished_at: draft.wishedAt }),
    ...(spacesByAids || mobility_support === null ? {} : { mobility_support }),
    ...(aids === null ? {} : { aids }),
    ...(draft.openReturnId === null ? {} : { open_return_id: draft.openReturnId }),
    test_trips: false,
    ...(draft.tripRegionId === null ? {} : { region_id: draft.tripRegionId }),
    ...(draft.tripZoneId === null ? {} : { zone_id: draft.tripZoneId }),
    ...(draft.overrideReason === '' ? {} : { override_reason: draft.overrideReason }),
    ...saidOfOthers(draft),
    ...(draft.changeOf === null ? {} : { service_request_id: draft.changeOf }),
  }
}

const people = (count: number, as: Pick<Passenger, 'travels_as'> = {}) =>
  Array.from({ length: count }, () => ({ fare_type: 'adult' as const, ...as }))

/** The form at another time; one that was to leave now leaves then. */
export const atTime = (data: BookingData, traveling_at: string): BookingData => ({
  ...data,
  leaveNow: false,
  departing: data.leaveNow || data.departing,
  traveling_at,
})

/** The form after the search's nearest change; null where the change is not one of the form's fields. */
export const withChange = (data: BookingData, change: Reason): BookingData | null => {
  const { traveling_at, passengers, wheelchairs, end, address, lng, lat } = change.figures ?? {}
  if (typeof traveling_at === 'string') return atTime(data, traveling_at)
  if (typeof passengers === 'number')
    return {
      ...data,
      passengers,
      mobility_support:
        typeof wheelchairs === 'number' ? wheelchairs : Math.min(data.mobility_support ?? 0, passengers),
    }
  if (typeof address === 'string' && typeof lng === 'number' && typeof lat === 'number') {
    const place: Place = { name: address, point: [lng, lat] }
    return { ...data, selectedFrequentLocationIndex: null, [end === 'destination' ? 'destination' : 'origin']: place }
  }
  return null
}

/** What was wished for first, once another time is taken; null: the time is the one that is wished for. */
export const wishOf = (
  { wishedAt, bookingData }: Pick<BookingDraft, 'wishedAt' | 'bookingData'>,
  next: Pick<BookingData, 'traveling_at'>,
  askedAt: string | null,
): string | null => (next.traveling_at === bookingData.traveling_at ? wishedAt : (wishedAt ?? askedAt))

type Asked = { traveling_at: string; departing: boolean }

/** What the button of a change says: `Leave 20 min later`, `Use 37 Wilga Drive`. Changes of an hour or more tell the time. */
export const changeLabel = ({ figures = {} }: Reason, asked: Asked, format: Format): string => {
  const { traveling_at, passengers, address } = figures
  const label = wizardStrings.change
  if (typeof traveling_at === 'string') {
    const minutes = Math.round((Date.parse(traveling_at) - Date.parse(asked.traveling_at)) / 60_000)
    const verb = asked.departing ? label.leave : label.arrive
    if (Math.abs(minutes) < 60) return minutes < 0 ? label.earlier(verb, -minutes) : label.later(verb, minutes)
    const sameDay = format.day(traveling_at) === format.day(asked.traveling_at)
    return sameDay
      ? label.at(verb, format.time(traveling_at))
      : label.on(verb, format.day(traveling_at), format.time(traveling_at))
  }
  if (typeof passengers === 'number') return label.passengers(passengers)
  return typeof address === 'string' ? label.use(address) : wizardStrings.tryThis
}
