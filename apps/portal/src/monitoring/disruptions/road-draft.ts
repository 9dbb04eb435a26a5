import type { Disruption, Place } from '@ambit/contract'
import { addDays, dateIn, momentAt } from '@ambit/domain'
import { wallTime } from '../../form/date-time.ts'
import { placeServerErrors } from '../../form/server-errors.ts'
import { disruptionStrings } from './strings.ts'

const words = disruptionStrings.roads

export type RoadClosed = Extract<Disruption, { kind: 'road_closed' }>

/** What has been entered of a road that is to be closed. */
export type RoadDraft = {
  place: Place | null
  region_id: number | null
  /** empty while it is being typed */
  reach_m: number | ''
  /** ISO; empty: until it is opened again */
  until: string
}
export const noRoad: RoadDraft = { place: null, region_id: null, reach_m: 0, until: '' }

export type RoadFaults = Partial<Record<'place' | 'region_id' | 'reach_m' | 'until', string>>

/** What is to be closed, or which of it is missing. */
export const readDraft = (
  { place, region_id, reach_m, until }: RoadDraft,
  regionId: number | null,
): { closed: RoadClosed } | { faults: RoadFaults } => {
  const region = regionId ?? region_id
  if (place === null || region === null)
    return {
      faults: {
        ...(place === null ? { place: words.missing } : {}),
        ...(region === null ? { region_id: words.regionMissing } : {}),
      },
    }
  const [longitude, latitude] = place.point
  return {
    closed: {
      kind: 'road_closed',
      region_id: region,
      longitude,
      latitude,
      reach_m: reach_m === '' ? 0 : reach_m,
      until: until === '' ? null : until,
    },
  }
}

/** What the server refuses of it: beside its field, or about the whole. */
export const refusedOf = (error: unknown): { faults: RoadFaults; rest: readonly string[] } => {
  const faults: RoadFaults = {}
  const rest = placeServerErrors(
    error,
    ['longitude', 'latitude', 'region_id', 'reach_m', 'until'],
    (field, message) => {
      switch (field) {
        case 'longitude':
        case 'latitude':
          faults.place = message
          break
        case 'region_id':
        case 'reach_m':
        case 'until':
          faults[field] = message
          break
      }
    },
  )
  return { faults, rest }
}

/** The times that are named most often on the phone. */
export const soonOf = (timeZone: string, now: Date): { label: string; value: string }[] => {
  const inHours = (hours: number): string => new Date(now.getTime() + hours * 3_600_000).toISOString()
  const midnight = momentAt(timeZone, addDays(dateIn(timeZone, now), 1), 0).toISOString()
  return [
    { label: words.soon.hour, iso: inHours(1) },
    { label: words.soon.twoHours, iso: inHours(2) },
    { label: words.soon.fourHours, iso: inHours(4) },
    { label: words.soon.midnight, iso: midnight },
  ].map(({ label, iso }) => ({ label, value: wallTime(timeZone, iso) ?? '' }))
}
