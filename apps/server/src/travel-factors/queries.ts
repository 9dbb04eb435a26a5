import type { Kysely } from 'kysely'
import type { TravelFactors } from '@ambit/contract'
import { HOURS_OF_WEEK } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import { readFactors } from '../planning/plan/traffic.ts'
import { notFound } from '../http/errors.ts'
import type { Wire } from '../http/bind.ts'
import { withinScope } from '../http/scope.ts'

/** A region's whole week: the factor set by staff, otherwise the learnt one, otherwise free flow. Throws 404. */
export const findTravelFactors = async (
  db: Kysely<DB>,
  scope: number[] | null,
  regionId: number,
): Promise<Wire<TravelFactors>> => {
  const region = await db
    .selectFrom('regions')
    .select(['id', 'time_zone'])
    .where('id', '=', regionId)
    .where(withinScope(scope, 'regions.id'))
    .executeTakeFirst()
  if (region === undefined) throw notFound()
  const known = await readFactors(db, regionId)
  const rows = await db
    .selectFrom('travel_factors')
    .select(['hour_of_week', 'factor'])
    .where('region_id', '=', regionId)
    .where('source', '=', 'learnt')
    .execute()
  const learnt = new Map(rows.map((row) => [row.hour_of_week, row.factor]))
  return {
    region_id: region.id,
    time_zone: region.time_zone,
    factors: Array.from({ length: HOURS_OF_WEEK }, (_, hour_of_week) => ({
      ...(known.get(hour_of_week) ?? {
        hour_of_week,
        factor: 1,
        source: 'free_flow' as const,
        observations: 0,
        updated_at: null,
      }),
      learnt: learnt.get(hour_of_week) ?? null,
    })),
  }
}
