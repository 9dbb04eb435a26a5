import { api, ApiError, type Client } from '@ambit/contract'
import { createSeededRandom } from '../../../apps/server/src/testing/random.ts'
import { SEED } from './scene.ts'
import type { Town } from './serve.ts'

type NamedPoint = { zone_id: number; name: string; point: [number, number] }

/** How far from a stop people begin and end, degrees: some 150 m to each side. */
const AROUND = 0.003

/** A day's questions come from few passengers: some would be on board twice at once. */
const OVERLAP = { overlap_reason: 'Benchmark' }

/** People who want to travel from a house near one stop of a zone to a house near another one, in so many zones. */
export const askers = async ({ deps: { db, clock } }: Town, zones = Infinity) => {
  const rows = await db
    .selectFrom('zone_stops')
    .innerJoin('locations', 'locations.id', 'zone_stops.location_id')
    .select(['zone_id', 'name', 'longitude', 'latitude'])
    .orderBy('zone_stops.id')
    .execute()
  const used = [...new Set(rows.map(({ zone_id }) => zone_id))].slice(0, zones)
  const places: NamedPoint[] = rows
    .filter(({ zone_id }) => used.includes(zone_id))
    .map((row) => ({ zone_id: row.zone_id, name: row.name, point: [row.longitude, row.latitude] }))
  const travelers = await db.selectFrom('travelers').select('id').where('status', '=', 'active').orderBy('id').execute()
  const random = createSeededRandom(SEED + 1)
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random.next() * list.length)]
    if (item === undefined) throw new Error('The demo has no such thing')
    return item
  }
  const near = ([lng, lat]: [number, number]): [number, number] => [
    lng + (random.next() - 0.5) * AROUND,
    lat + (random.next() - 0.5) * AROUND,
  ]
  return {
    places,
    zones: used.length,
    /** the next question, for some moment of the six hours to come */
    question: () => {
      const from = pick(places)
      const to = pick(places.filter((place) => place.zone_id === from.zone_id && place.name !== from.name))
      return {
        traveler_id: pick(travelers).id,
        passengers: [{ fare_type: 'adult' as const }],
        origin: { name: from.name, point: near(from.point) },
        destination: { name: to.name, point: near(to.point) },
        traveling_at: new Date(clock.now().getTime() + random.next() * 6 * 3_600_000).toISOString(),
        departing: random.next() < 0.8,
        mobility_support: random.next() < 0.1 ? 1 : 0,
        ...OVERLAP,
      }
    },
    /** Takes an offering, unless it is gone; whether that was done. */
    confirm: async (client: Client, offering: number, traveler: number): Promise<boolean> => {
      try {
        await client.call(api.serviceRequests.create, {
          body: { service_offering_id: offering, traveler_id: traveler, payment_method: 'cash', ...OVERLAP },
        })
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return false
      }
    },
  }
}
