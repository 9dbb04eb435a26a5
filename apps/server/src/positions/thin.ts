import { sql } from 'kysely'
import type { Position } from '@ambit/contract'

/** As the nightly removal thins them later on. */
const HALF_MINUTE_MS = 30_000

type OfTrip = Position & { trip_id: number; vehicle_id: number }

/** With little room on the disk the first position of each half minute of a vehicle is stored. */
export const firstOfHalfMinutes = <P extends OfTrip>(positions: readonly P[]): readonly P[] => {
  const first = new Map<string, P>()
  for (const one of positions) {
    const at = Date.parse(one.recorded_at)
    const place = `${one.trip_id} ${one.vehicle_id} ${Math.floor(at / HALF_MINUTE_MS)}`
    const known = first.get(place)
    if (known === undefined || at < Date.parse(known.recorded_at)) first.set(place, one)
  }
  return [...first.values()]
}

/** Of the rows `p`, those in whose half minute none was stored before. */
export const unlessHalfMinuteStored = sql`where not exists (
  select from positions e where e.trip_id = p.trip_id and e.vehicle_id = p.vehicle_id
    and e.recorded_at >= date_bin('30 seconds', p.recorded_at, 'epoch')
    and e.recorded_at < date_bin('30 seconds', p.recorded_at, 'epoch') + interval '30 seconds')`
