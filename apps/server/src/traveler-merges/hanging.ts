import type { HangingKind } from '@ambit/contract'
import { openRequestStatuses } from '@ambit/domain'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

const rows = (table: keyof DB, id: number) => sql`from ${sql.table(table)} where traveler_id = ${id}`

const counted = (id: number): Readonly<Record<HangingKind, RawBuilder<unknown>>> => ({
  bookings: rows('service_requests', id),
  rides_ahead: sql`${rows('service_requests', id)} and status = any(${openRequestStatuses}::text[])`,
  series: rows('booking_series', id),
  open_returns: rows('open_returns', id),
  waitlist_entries: sql`from waitlist_entries w join service_availability_searches s
    on s.id = w.service_availability_search_id where s.traveler_id = ${id}`,
  concessions: rows('traveler_concessions', id),
  cards: rows('payment_methods', id),
  comments: rows('traveler_comments', id),
  misses: sql`from misses m join service_requests r on r.id = m.service_request_id where r.traveler_id = ${id}`,
  feedbacks: rows('feedbacks', id),
  helpers: sql`from traveler_helpers where traveler_id = ${id} or helper_id = ${id}`,
  places: rows('ride_places', id),
  messages: rows('messages', id),
  requests: rows('privacy_requests', id),
})

/** How much hangs on a passenger, by kind. */
export const hangingOn = async (db: Kysely<DB>, id: number): Promise<Record<HangingKind, number>> => {
  const counts = Object.entries(counted(id)).map(
    ([kind, which]) => sql`(select count(*)::int ${which}) as ${sql.ref(kind)}`,
  )
  const found = await sql<Record<HangingKind, number>>`select ${sql.join(counts)}`.execute(db)
  return found.rows[0]! // a select without a table answers one row
}
