import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the id of the entry in the history of the booking `r` by which it came to the status that it has. Entries of the
 * same status after it change nothing: they tell of calls and notes.
 */
export const statusEntry: RawBuilder<number> = sql<number>`(select min(h.id) from service_request_histories h
  where h.service_request_id = r.id and not exists (select from service_request_histories o
    where o.service_request_id = h.service_request_id and o.id > h.id and o.status <> h.status))`
