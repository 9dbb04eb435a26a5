import { sql } from 'kysely'
import { api, createClient } from '@ambit/contract'
import { issueToken } from '../../../apps/server/src/sessions/tokens.ts'
import { createSeededRandom } from '../../../apps/server/src/testing/random.ts'
import { SEED } from '../town/scene.ts'
import type { Town } from '../town/serve.ts'

/** A phone keeps a position so often while it drives, and sends what it has kept so often (DAPP-91). ms */
const KEPT_EVERY = 4000
const SENT_EVERY = 8000
const LOOKED_EVERY = 5
/** m/s */
const SPEED = 10
/** degrees of latitude for a metre */
const METRE = 1 / 111_320
/** How far from where it began a vehicle drives. Metres */
const AROUND = 600

type Crew = { trip: number; token: string; from: readonly [number, number]; at: [number, number]; heading: number }

/** Drivers who have signed on, each on the trip of one of the vehicles, and the trips under way. */
export const putOnTrips = async ({ deps }: Town): Promise<Crew[]> => {
  const { db, clock } = deps
  const trips = await db
    .selectFrom('trips as t')
    .innerJoin('zones as z', 'z.id', 't.zone_id')
    .where('t.start_datetime', '<=', clock.now())
    .where('t.end_datetime', '>', clock.now())
    .where('t.vehicle_id', 'is not', null)
    .where('t.current_state', 'in', ['staged', 'live', 'in_transit'])
    .select(['t.id', 't.driver_id'])
    .select(
      sql<[number, number]>`(select json_build_array(l.longitude, l.latitude) from zone_stops s
        join locations l on l.id = s.location_id where s.zone_id = t.zone_id order by s.id offset t.id % 5 limit 1)`.as(
        'at',
      ),
    )
    .orderBy('t.id')
    .execute()
  const random = createSeededRandom(SEED)
  const crews: Crew[] = []
  for (const { id, driver_id, at } of trips) {
    const name = `bench${id}`
    const driver =
      driver_id ??
      (
        await db
          .insertInto('drivers')
          .values({
            first_name: 'Driver',
            last_name: name,
            username: name,
            email: `${name}@example.org`,
            status: 'approved',
            created_at: clock.now(),
            updated_at: clock.now(),
          } as never) // the optional columns stay out
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    await db
      .updateTable('trips')
      .set({ driver_id: driver, current_state: 'in_transit', signed_on_at: clock.now() })
      .where('id', '=', id)
      .execute()
    const begun = { method: 'PIN', factors: [], portal: false } as const
    const { token } = await issueToken(deps, { kind: 'driver', id: driver }, begun)
    crews.push({ trip: id, token, from: at, at: [...at], heading: random.next() * 360 })
  }
  return crews
}

/** A position that the phone sent last, when it did by this machine's clock, and what the server took to store it. ms */
export type Sent = { trip: number; at: string; sent: number }

/** Every phone sends what it has kept in its turn, evenly spread over the time between two reports. */
export const reporting = ({ deps: { clock }, origin }: Town, crews: readonly Crew[]) => {
  const sent: Sent[] = []
  const took: number[] = []
  let refused = 0
  const underWay = new Set<Promise<void>>()
  const clients = crews.map(({ token }) => createClient({ origin, token: () => token }))
  const report = async (crew: Crew, place: number): Promise<void> => {
    const now = clock.now().getTime()
    const positions = [KEPT_EVERY, 0].map((before) => {
      drive(crew)
      const [longitude, latitude] = crew.at
      const recorded_at = new Date(now - before).toISOString()
      return { longitude, latitude, bearing: crew.heading, speed: SPEED, accuracy_m: 8, recorded_at }
    })
    const from = Date.now()
    sent.push({ trip: crew.trip, at: new Date(now).toISOString(), sent: from })
    await clients[place]?.call(api.driver.positions, { params: { id: crew.trip }, body: { positions } })
    took.push(Date.now() - from)
  }
  const began = performance.now()
  let count = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / SENT_EVERY) * crews.length)
    for (; count < due; count++) {
      const crew = crews[count % crews.length]
      if (crew === undefined) continue
      const call = report(crew, count % crews.length)
        .catch(() => void (refused += 1))
        .finally(() => underWay.delete(call))
      underWay.add(call)
    }
  }, LOOKED_EVERY)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(underWay)
      return { sent, took, refused }
    },
  }
}

/** Straight on, and back where it gets too far from where it began. */
const drive = (crew: Crew): void => {
  const radians = (crew.heading * Math.PI) / 180
  const metres = (SPEED * KEPT_EVERY) / 1000
  const across = METRE / Math.cos((crew.from[1] * Math.PI) / 180)
  const lng = crew.at[0] + Math.sin(radians) * metres * across
  const lat = crew.at[1] + Math.cos(radians) * metres * METRE
  const isFar = Math.hypot((lng - crew.from[0]) / across, (lat - crew.from[1]) / METRE) > AROUND
  if (isFar) crew.heading = (crew.heading + 170) % 360
  else crew.at = [lng, lat]
}
