import { type Kysely, sql } from 'kysely'
import type { Reason, RequestStatus, Violation } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

/** Oldest first, each row with what was broken on purpose by it. */
export const listHistory = async (db: Kysely<DB>, id: number) => {
  const rows = await db
    .selectFrom('service_request_histories as h')
    .innerJoin('service_requests as r', 'r.id', 'h.service_request_id')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .leftJoin('trips', 'trips.id', 'h.trip_id')
    .leftJoin('users', 'users.id', 'h.user_id')
    .leftJoin('drivers', 'drivers.id', 'h.driver_id')
    .leftJoin('travelers', (join) => join.onRef('travelers.id', '=', sql`coalesce(h.traveler_id, r.traveler_id)`))
    .innerJoin('travelers as whom', 'whom.id', 'r.traveler_id')
    .leftJoin('organisations', (join) =>
      join
        .onRef('organisations.id', '=', 'r.organisation_id')
        .on('h.status', '=', 'created')
        .on('h.user_type', '=', 'user'),
    )
    .leftJoin('overrides as o', 'o.dispatch_action_id', 'h.dispatch_action_id')
    .leftJoin('users as asked', 'asked.id', 'o.asked_by')
    .leftJoin('users as approved', 'approved.id', 'o.approved_by')
    .where('h.service_request_id', '=', id)
    .select([
      'h.id',
      'h.service_request_id',
      'r.traveler_id',
      'h.trip_id',
      'trips.name as trip_name',
      'zones.name as zone_name',
    ])
    .select([
      'h.created_at',
      'h.user_type',
      'h.reasons',
      'h.dispatch_action_id',
      sql<RequestStatus>`h.status`.as('status'),
      sql<string>`whom.first_name || ' ' || whom.last_name`.as('traveler_name'),
      'organisations.name as organisation_name',
    ])
    .select(
      sql<string | null>`case h.user_type when 'user' then users.first_name || ' ' || users.last_name
        when 'driver' then drivers.first_name || ' ' || drivers.last_name
        when 'passenger' then travelers.first_name || ' ' || travelers.last_name end`.as('user_name'),
    )
    .select(['o.violations', 'o.reason as why'])
    .select(sql<string | null>`asked.first_name || ' ' || asked.last_name`.as('asked_by'))
    .select(sql<string | null>`approved.first_name || ' ' || approved.last_name`.as('approved_by'))
    .orderBy('h.id')
    .execute()
  const data = rows.map(({ violations, why, asked_by, approved_by, ...row }) => ({
    ...row,
    reasons: [...row.reasons, ...brokenIn(violations ?? [], id, { why, asked_by, approved_by })],
  }))
  return { data, meta: { total: data.length, total_count: data.length } }
}

type OnPurpose = { why: string | null; asked_by: string | null; approved_by: string | null }

/** What was broken of a booking on purpose, and who answers for it. */
const brokenIn = (
  violations: readonly Violation[],
  id: number,
  { why, asked_by, approved_by }: OnPurpose,
): Reason[] => {
  const [asked, approved] = [asked_by ?? 'a former user', approved_by ?? 'a former user']
  const who = asked === approved ? `decided by ${asked}` : `asked for by ${asked}, approved by ${approved}`
  return violations
    .filter(({ service_request_id }) => service_request_id === id)
    .map(({ text }) => ({ code: 'override', text: `${text}, on purpose (${why ?? ''}): ${who}` }))
}
