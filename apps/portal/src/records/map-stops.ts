import type { TripStop } from '@ambit/contract'
import type { MapStop } from '../map/StopLayer.tsx'

type Stop = Pick<TripStop, 'id' | 'location_id' | 'point' | 'departed_at'>
type Numbered = { stop: Stop; number: number }

/** So many numbers fit into a marker. */
const NUMBERS_SHOWN = 3

/** The stops of a trip as markers: a place that a route serves several times has one, with its numbers. */
export const mapStops = (trip: { trip_stops: readonly Stop[]; next_trip_stop: { id: number } | null }): MapStop[] => {
  const numbered = trip.trip_stops.map((stop, index): Numbered => ({ stop, number: index + 1 }))
  return [...Map.groupBy(numbered, ({ stop }) => stop.location_id).values()].flatMap((visits): MapStop[] => {
    const [first] = visits
    if (first === undefined) return []
    const ahead = visits.filter(({ stop }) => stop.departed_at === null)
    return [
      {
        id: first.stop.id,
        label: labelOf((ahead.length > 0 ? ahead : visits).map(({ number }) => number)),
        point: first.stop.point,
        look: visits.some(({ stop }) => stop.id === trip.next_trip_stop?.id)
          ? 'next'
          : ahead.length > 0
            ? 'future'
            : 'past',
      },
    ]
  })
}

/** `4`, `4, 9, 14`, or `4, 9, 14 +2` */
const labelOf = (numbers: readonly number[]): string => {
  const shown = numbers.slice(0, NUMBERS_SHOWN).join(', ')
  return numbers.length > NUMBERS_SHOWN ? `${shown} +${numbers.length - NUMBERS_SHOWN}` : shown
}
