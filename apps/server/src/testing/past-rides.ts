import { sql } from 'kysely'
import type { RequestStatus } from '@ambit/contract'
import type { TestServer } from './server.ts'

/** Columns that tell of one ride alone. */
const own = ['id', 'version', 'status', 'service_offering_id']
const times = [
  'pickup_lower_bound',
  'pickup_upper_bound',
  'dropoff_lower_bound',
  'dropoff_upper_bound',
  'promised_pickup_lower_bound',
  'promised_pickup_upper_bound',
  'promised_dropoff_lower_bound',
  'promised_dropoff_upper_bound',
]

type Past = {
  /** whole days before the ride that it is like, the first so many, then one each day before */
  daysAgo: number
  status?: RequestStatus
  traveler_id?: number
}

/** Rides that are over, each like this booking but for its day, on the same trip. Answers their numbers. */
export const pastRides = async (
  { deps: { db } }: Pick<TestServer, 'deps'>,
  like: number,
  count: number,
  { daysAgo, status = 'completed', traveler_id }: Past,
): Promise<number[]> => {
  const left = [...own, ...times]
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'service_requests'
      and is_generated = 'NEVER' and not (column_name = any(${left}::text[]))`.execute(db)
  const names = columns.map(({ name }) => name)
  const from = names.map((name) =>
    name === 'traveler_id' && traveler_id !== undefined ? sql`${traveler_id}::int` : sql.ref(`r.${name}`),
  )
  const shifted = times.map((name) => sql`${sql.ref(`r.${name}`)} - make_interval(days => ${daysAgo}::int + day.n)`)
  const { rows } = await sql<{ id: number }>`
    insert into service_requests (status, ${sql.join([...names, ...times].map((name) => sql.ref(name)))})
    select ${status}::text, ${sql.join([...from, ...shifted])}
    from service_requests r, generate_series(0, ${count - 1}) as day(n) where r.id = ${like} returning id`.execute(db)
  return rows.map(({ id }) => id)
}
