import type { ServiceArea, Zone } from '@ambit/contract'
import { browserTimeZone } from '../../form/time-zones.ts'
import type { Scope } from '../../url/scope.ts'
import type { BookingData } from '../booking-draft.ts'
import { dateAndTime, travelMoment } from './travel-time.ts'
import { zoneTrouble } from './within-zone.ts'

type Trip = Pick<BookingData, 'origin' | 'destination'> & { tripRegionId: number | null; tripZoneId: number | null }

/**
 * The zone that a trip most likely belongs to before a search has said so: one that serves the pick-up (of several, the
 * chosen one, else one that serves the drop-off too), else the chosen one, the first of the chosen region, the header's,
 * or the first of the header's region. Null where none of these says anything.
 */
export const tripZone = (
  { tripRegionId, tripZoneId, origin, destination }: Trip,
  zones: readonly Zone[],
  areas: readonly ServiceArea[],
  scope: Scope,
): Zone | null => {
  const isChosen = ({ id }: Zone): boolean => id === tripZoneId
  const serves = (zone: Zone, to: Trip['destination']): boolean => {
    const own = areas.filter(({ zone_id }) => zone_id === zone.id)
    return own.length > 0 && zoneTrouble(own, origin, to) === null
  }
  const atPickUp = origin === null ? [] : zones.filter((zone) => serves(zone, null))
  return (
    atPickUp.find(isChosen) ??
    atPickUp.find((zone) => serves(zone, destination)) ??
    atPickUp[0] ??
    zones.find(isChosen) ??
    zones.find(({ region_id }) => region_id === tripRegionId) ??
    zones.find(({ id }) => scope.zone.includes(id)) ??
    zones.find(({ region_id }) => region_id === scope.region) ??
    null
  )
}

/** IANA name of the time zone that the trip's times are shown and entered in. */
export const tripTimeZone = (zone: Zone | null, zones: readonly Zone[]): string => {
  if (zone !== null) return zone.time_zone
  const names = new Set(zones.map(({ time_zone }) => time_zone))
  const [only] = names
  return names.size === 1 && only !== undefined ? only : browserTimeZone()
}

/** The same date and time of day in another time zone: what was entered stays on screen when the pick-up's zone changes. */
export const inTimeZone = (data: BookingData, before: string, after: string, now: Date): BookingData => {
  if (data.traveling_at === null || before === after) return data
  const { date, time } = dateAndTime(before, data.traveling_at)
  return { ...data, traveling_at: travelMoment(after, date, time, now) }
}
