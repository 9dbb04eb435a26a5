import { type Kysely, sql } from 'kysely'
import type { DB } from '../../database/schema.ts'

/** An app that is open has shown what is new by then. */
const AFTER_S = 10

/** Notes that drivers who have signed on are to be told of something new, by a push to a device without the open app. */
export const notePushes = async (
  db: Kysely<DB>,
  kind: 'plan' | 'message',
  tripIds: Iterable<number>,
  now: Date,
): Promise<void> => {
  await sql`
    insert into driver_pushes (trip_id, kind, due_at)
    select t.id, ${kind}, ${now}::timestamptz + ${AFTER_S} * interval '1 second' from trips t
    where t.id = any(${[...tripIds]}::int[]) and t.current_state in ('live', 'in_transit')
      and exists (select from push_subscriptions p join sessions s on s.id = p.session_id where s.driver_id = t.driver_id)
    on conflict do nothing`.execute(db)
}
