import { slackBand } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** A promise that is about to be made; `slack_s` in seconds. */
type Promised = { zone_id: number; pickup_lower_bound: Date; slack_s: number }

export type LikeRides = { rides: number; kept: number }

/** Of each, the rides in its zone with like slack within an hour of its time of day, and those of them that were kept. */
export const likeRides = async (db: Kysely<DB>, promised: readonly Promised[]): Promise<LikeRides[]> => {
  const { rows } = await sql<LikeRides>`
    select coalesce(sum(p.rides), 0)::int as rides, coalesce(sum(p.kept), 0)::int as kept
    from unnest(${promised.map((one) => one.zone_id)}::int[],
        ${promised.map((one) => one.pickup_lower_bound)}::timestamptz[],
        ${promised.map((one) => slackBand(one.slack_s))}::int[])
      with ordinality as one(zone_id, opens, slack_band, place)
      join zones z on z.id = one.zone_id
      left join promise_outcomes p on p.zone_id = one.zone_id and p.slack_band = one.slack_band
        and (p.hour - extract(hour from one.opens at time zone z.time_zone)::int + 24) % 24 in (23, 0, 1)
    group by one.place order by one.place`.execute(db)
  return rows
}
