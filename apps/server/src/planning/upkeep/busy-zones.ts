import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { openTripStates } from '@ambit/domain'
import type { DB, RequestStatus } from '../../database/schema.ts'
import type { ZoneVersion } from '../plan/queries.ts'

/** When each trip's vehicle was last seen; null: not on this trip. */
export type VehicleSeen = { trip_id: number; at: number | null }

/** Zones with such bookings, each with the version of its plan: quiet ones are never read, and none is locked. */
export const zonesWithBookings = async (db: Kysely<DB>, statuses: readonly RequestStatus[]): Promise<ZoneVersion[]> => {
  const { rows } = await sql<ZoneVersion>`
    select z.zone_id, coalesce(p.version, 0) as version, coalesce(p.settings_version, 0) as settings_version
    from (select distinct zone_id from service_requests where status = any(${statuses}::text[])) z
    left join zone_plans p on p.zone_id = z.zone_id
    order by z.zone_id`.execute(db)
  return rows
}

/** Zones with trips that have begun and are not over. */
export const zonesUnderWay = async (db: Kysely<DB>, now: Date): Promise<(ZoneVersion & { seen: VehicleSeen[] })[]> => {
  const { rows } = await sql<ZoneVersion & { seen: VehicleSeen[] }>`
    select z.zone_id, coalesce(p.version, 0) as version, coalesce(p.settings_version, 0) as settings_version, z.seen
    from (
      select t.zone_id,
        json_agg(json_build_object('trip_id', t.id, 'at', extract(epoch from m.recorded_at)) order by t.id) as seen
      from trips t left join trip_monitors m on m.trip_id = t.id
      where t.current_state = any(${openTripStates}::text[]) and t.start_datetime <= ${now}
      group by t.zone_id) z
    left join zone_plans p on p.zone_id = z.zone_id
    order by z.zone_id`.execute(db)
  return rows
}
