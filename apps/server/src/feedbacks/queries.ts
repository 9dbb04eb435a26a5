import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api, FeedbackSummary } from '@ambit/contract'
import { byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { type Narrowing, narrowed } from '../reports/narrowing.ts'
import { usable } from '../restrictions/restricted.ts'

type Filter = Narrowing & { rating?: number[] | undefined }

const found = (db: Kysely<DB>, { rating, ...filter }: Filter, regions: number[] | null) => {
  const query = db
    .selectFrom('feedbacks as f')
    .innerJoin('service_requests as r', 'r.id', 'f.service_request_id')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .where(narrowed(filter, regions, 'f.created_at'))
  return rating === undefined ? query : query.where('f.rating', '=', sql<number>`any(${rating}::int[])`)
}

export const listFeedbacks = (
  db: Kysely<DB>,
  query: z.output<typeof api.feedbacks.list.query>,
  regions: number[] | null,
  hidden: Hidden,
) => {
  const rows = found(db, query.filter ?? {}, regions)
    .innerJoin('travelers as p', 'p.id', 'f.traveler_id')
    .leftJoin('trips as t', 't.id', 'r.trip_id')
    .leftJoin('drivers as d', 'd.id', 't.driver_id')
    .select(['f.id', 'f.service_request_id', 'f.traveler_id', 'f.rating', 'f.comments', 'f.created_at'])
    .select([
      'zones.id as zone_id',
      'zones.name as zone_name',
      'zones.time_zone',
      't.id as trip_id',
      't.name as trip_name',
    ])
    .select([
      sql<string>`p.first_name || ' ' || p.last_name`.as('traveler_name'),
      sql<string | null>`d.first_name || ' ' || d.last_name`.as('driver_name'),
    ])
    .where(usable('p'))
    .where(
      matches(query.search, [
        'f.comments',
        ...(hidden.has('name') ? [] : ['p.first_name', 'p.last_name']),
        'd.first_name',
        'd.last_name',
      ]),
    )
  const sortable = {
    ...byValue('f.id', 'f.created_at', 'f.rating'),
    traveler_name: sql`lower(p.first_name || ' ' || p.last_name)`,
    driver_name: sql`lower(d.first_name || ' ' || d.last_name)`,
    zone_name: sql`lower(zones.name)`,
  }
  return listed(rows, { ...query, sort: query.sort ?? '-created_at' }, sortable, sql.ref('f.id'))
}

export const summariseFeedbacks = async (
  db: Kysely<DB>,
  filter: Filter,
  regions: number[] | null,
): Promise<FeedbackSummary> => {
  const rows = await found(db, filter, regions)
    .select(['f.rating', sql<number>`count(*)`.as('count')])
    .groupBy('f.rating')
    .execute()
  const ratings = [1, 2, 3, 4, 5].map((rating) => rows.find((row) => row.rating === rating)?.count ?? 0)
  const count = ratings.reduce((sum, given) => sum + given, 0)
  const stars = ratings.reduce((sum, given, at) => sum + given * (at + 1), 0)
  return { count, average: count === 0 ? null : stars / count, ratings }
}
