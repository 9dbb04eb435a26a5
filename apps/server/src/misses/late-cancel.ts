import { type RawBuilder, sql } from 'kysely'

/** SQL: how long before the promised window a cancellation is late in the zone; null: its region notes no misses. */
export const lateCancelMinutes = (zoneId: string): RawBuilder<number | null> =>
  sql<
    number | null
  >`(select late.late_cancel_minutes from zones late join regions of_late on of_late.id = late.region_id
    where late.id = ${sql.ref(zoneId)} and of_late.miss_policy <> 'off')`
