import type { ItineraryPassenger, TripItinerary } from '@ambit/contract'
import { dateIn, minutesIn } from '@ambit/domain'

const pad = (part: number): string => String(part).padStart(2, '0')
const clock = (timeZone: string, iso: string): { hour: number; minute: number } => {
  const minutes = Math.floor(minutesIn(timeZone, new Date(iso)))
  return { hour: Math.floor(minutes / 60), minute: minutes % 60 }
}

/** `h:mma`: 3:05pm */
export const itineraryTime = (timeZone: string, iso: string): string => {
  const { hour, minute } = clock(timeZone, iso)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${pad(minute)}${hour < 12 ? 'am' : 'pm'}`
}

/** `DD/MM/YYYY` */
export const itineraryDate = (timeZone: string, iso: string): string =>
  dateIn(timeZone, new Date(iso)).split('-').toReversed().join('/')

/** `DD/MM/YYYY h:mma` */
export const itineraryMoment = (timeZone: string, iso: string): string =>
  `${itineraryDate(timeZone, iso)} ${itineraryTime(timeZone, iso)}`

/** The trip to begin with among those of a day, in order of time: the one under way or next, or the first of a day that is over. */
export const firstShown = <T extends Pick<TripItinerary, 'end_datetime'>>(
  trips: readonly T[],
  now: Date,
): T | undefined => trips.find(({ end_datetime }) => Date.parse(end_datetime) > now.getTime()) ?? trips[0]

type Named = Pick<TripItinerary, 'time_zone' | 'start_datetime' | 'end_datetime' | 'vehicle_number'>

/**
 * `YYYYMMDD-lower-upper-vehicle-trip-itinerary`: the trip's day, when it begins and ends (`0605-1400`), its vehicle. What
 * a file's name may not hold is left out.
 */
export const itineraryName = ({ time_zone, start_datetime, end_datetime, vehicle_number }: Named): string => {
  const time = (iso: string): string => {
    const { hour, minute } = clock(time_zone, iso)
    return pad(hour) + pad(minute)
  }
  const day = dateIn(time_zone, new Date(start_datetime)).replaceAll('-', '')
  const vehicle = (vehicle_number ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  const parts = [day, time(start_datetime), time(end_datetime), vehicle, 'trip-itinerary']
  return parts.filter((part) => part !== '').join('-')
}

type Words = { passengers: (count: number) => string; wheelchairs: (count: number) => string }

/** Maria S (2 passengers, 1 wheelchair); one passenger without a wheelchair is only the name. */
export const passengerText = (passenger: ItineraryPassenger, words: Words): string => {
  const { name, passengersCount, mobility_support } = passenger
  const more = [
    ...(passengersCount > 1 ? [words.passengers(passengersCount)] : []),
    ...(mobility_support !== null && mobility_support > 0 ? [words.wheelchairs(mobility_support)] : []),
  ]
  return more.length === 0 ? name : `${name} (${more.join(', ')})`
}
