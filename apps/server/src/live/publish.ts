import { sql, type Transaction } from 'kysely'
import type { LiveEvent } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

export const LIVE_CHANNEL = 'live'
/** NOTIFY carries at most 8000 bytes: ids only, so many at a time. */
const IDS_PER_NOTICE = 500

/**
 * Delivered to every process when the transaction commits, and not at all when it is rolled back. `record` events are for
 * users of `regionIds`; null: for all.
 */
export const publish = async (
  tx: Transaction<DB>,
  events: readonly LiveEvent[],
  regionIds: number[] | null = null,
): Promise<void> => {
  if (events.length === 0) return
  const rows = await tx
    .insertInto('live_events')
    .values(
      events.map((event) => ({
        kind: event.kind,
        zone_id: 'zone_id' in event ? event.zone_id : null,
        region_id: 'region_id' in event ? event.region_id : null,
        region_ids: event.kind === 'record' ? regionIds : null,
        payload: JSON.stringify(event),
      })),
    )
    .returning('id')
    .execute()
  for (let from = 0; from < rows.length; from += IDS_PER_NOTICE) {
    const ids = rows.slice(from, from + IDS_PER_NOTICE).map(({ id }) => id)
    await sql`select pg_notify(${LIVE_CHANNEL}, ${ids.join(',')})`.execute(tx)
  }
}
