import { sql } from 'kysely'
import { api } from '@ambit/contract'
import { issueToken } from '../../../apps/server/src/sessions/tokens.ts'
import type { askers } from '../town/questions.ts'
import type { Town } from '../town/serve.ts'
import type { Phone } from './pages.ts'

/** Rides begin between these after now. Minutes */
const FIRST = 5
const LAST = 95
const TRIES = 8
const AT_ONCE = 4

export type Rider = Phone & { trip: number; opens: number }

/** Passengers who are not in the demo, each with a session of the app, and a ride within the next one and a half hours. */
export const bookRides = async (
  town: Town,
  people: Awaited<ReturnType<typeof askers>>,
  count: number,
  told: (booked: number) => void,
): Promise<Rider[]> => {
  const { deps, client } = town
  const { db, clock } = deps
  const { rows } = await sql<{ id: number }>`
    insert into travelers (first_name, last_name, username, email, status, created_at, updated_at)
    select 'Rider', 'Number ' || i, 'rider' || i, 'rider' || i || '@example.org', 'active', ${clock.now()}::timestamptz,
      ${clock.now()}::timestamptz
    from generate_series(1, ${sql.lit(count)}) as i returning id`.execute(db)
  const app = await db.selectFrom('consumer_apps').select('id').orderBy('id').executeTakeFirstOrThrow()
  const waiting = rows.map(({ id }) => id)
  const riders: Rider[] = []
  const book = async (traveler_id: number): Promise<number | null> => {
    for (let turn = 0; turn < TRIES; turn++) {
      const minutes = FIRST + ((riders.length * 37) % (LAST - FIRST))
      const traveling_at = new Date(clock.now().getTime() + minutes * 60_000).toISOString()
      const asked = { ...people.question(), traveler_id, traveling_at, departing: true, mobility_support: 0 }
      const { data } = await client.call(api.searches.create, { body: asked })
      const [offering] = data.service_offerings
      if (offering !== undefined && (await people.confirm(client, offering.id, traveler_id))) return traveler_id
    }
    return null
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if ((await book(id)) === null) continue
        const begun = { method: 'code', factors: [], portal: false } as const
        const { token } = await issueToken(deps, { kind: 'passenger', id, consumer_app_id: app.id }, begun)
        const ride = await db
          .selectFrom('service_requests')
          .where('traveler_id', '=', id)
          .where('trip_id', 'is not', null)
          .select(['id', 'trip_id', 'pickup_lower_bound'])
          .executeTakeFirst()
        if (ride?.trip_id == null) continue
        riders.push({ token, ride: ride.id, trip: ride.trip_id, opens: ride.pickup_lower_bound.getTime() })
        told(riders.length)
      }
    }),
  )
  return riders
}
