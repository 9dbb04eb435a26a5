import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { statusEntry } from '../database/status-entry.ts'
import { alreadyCancelled } from '../http/errors.ts'
import { dayAndTime } from '../planning/plan/format.ts'

/**
 * Throws 409 for a booking that is cancelled, with who did it when and the reason that stands. A passenger is not named,
 * since not every reader may see names.
 */
export const requireNotCancelled = async (db: Kysely<DB>, id: number): Promise<void> => {
  const found = await db
    .selectFrom('service_requests as r')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .innerJoin('service_request_histories as h', (join) => join.on('h.id', '=', statusEntry))
    .leftJoin('users', 'users.id', 'h.user_id')
    .leftJoin('surveys', 'surveys.service_request_id', 'r.id')
    .leftJoin('survey_options', 'survey_options.key', 'surveys.cancellation_reason_key')
    .where('r.id', '=', id)
    .where('r.status', '=', 'cancelled')
    .select(['h.created_at', 'zones.time_zone'])
    .select(sql<string | null>`coalesce(survey_options.reason, nullif(r.cancellation_reason, ''))`.as('reason'))
    .select(
      sql<string | null>`case h.user_type when 'user' then users.first_name || ' ' || users.last_name
        when 'passenger' then 'the passenger' end`.as('who'),
    )
    .executeTakeFirst()
  if (found === undefined) return
  const { created_at, time_zone, reason, who } = found
  const done = `Booking ${id} is cancelled already: ${dayAndTime(created_at, time_zone)}, by ${who ?? 'the service'}`
  throw alreadyCancelled(`${done}. ${reason === null ? 'No reason was given' : `Reason: ${reason}`}`)
}
