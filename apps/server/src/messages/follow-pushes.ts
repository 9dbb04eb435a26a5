import { type Kysely, sql } from 'kysely'
import { urgentEvents } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

/** What is urgent and was not shown after so long is sent another way. */
const SHOWN_WITHIN_S = 60
/** Before that nothing is looked for any more. */
const LOOKED_FOR = sql.raw(`interval '1 day'`)

/**
 * Sends in another way what no browser has taken, and what is urgent and was not shown in time. The first message stays
 * as it is; the second one names it, so that there is at most one.
 */
export const followPushes = async (db: Kysely<DB>, now: Date): Promise<void> => {
  await sql`
    insert into messages (event, service_request_id, traveler_id, helper_id, region_id, facts, own_words, once, due_at,
      sense_until, state_at, created_at, follows)
    select event, service_request_id, traveler_id, helper_id, region_id, facts, own_words, once || ' again', ${now}, sense_until, ${now}, ${now}, id
    from messages m
    where channel = 'push' and state_at > ${now}::timestamptz - ${LOOKED_FOR} and sense_until > ${now}
      and (state = 'failed' or (state = 'sent' and event = any(${urgentEvents}::text[])
        and state_at <= ${now}::timestamptz - ${SHOWN_WITHIN_S} * interval '1 second'))
      and not exists (select from messages f where f.follows = m.id)
    on conflict do nothing`.execute(db)
}
