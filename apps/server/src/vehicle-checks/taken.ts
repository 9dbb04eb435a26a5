import { type Kysely, sql } from 'kysely'
import type { TakenChecklist, TripCheck } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

/** The checklists that the driver of this vehicle answers, and what was answered on the trip, for the rules of the road. */
export const checksOfTrip = async (
  db: Kysely<DB>,
  { id, vehicle_id }: { id: number; vehicle_id: number | null },
): Promise<{ checklists: TakenChecklist[]; checks: TripCheck[] }> => {
  if (vehicle_id === null) return { checklists: [], checks: [] }
  const checklists = await db
    .selectFrom('vehicle_checklists')
    .where('enabled', '=', true)
    .where((eb) => eb.or([eb('vehicle_ids', 'is', null), sql<boolean>`${vehicle_id} = any(vehicle_ids)`]))
    .select(['id', 'name', 'moment', 'items'])
    .orderBy('id')
    .execute()
  const rows = await db
    .selectFrom('vehicle_checks')
    .distinctOn('checklist_id')
    .where('trip_id', '=', id)
    .where('vehicle_id', '=', vehicle_id)
    .where('checklist_id', 'is not', null)
    .select(['checklist_id', 'moment', 'failed_item as failed', 'released_at'])
    .orderBy('checklist_id')
    .orderBy('id', 'desc')
    .execute()
  const checks = rows.flatMap(({ checklist_id, released_at, ...check }) =>
    checklist_id === null ? [] : [{ checklist_id, ...check, released: released_at !== null }],
  )
  return { checklists, checks }
}
