import { counted } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { inUse } from '../http/errors.ts'
import { zoneUses } from './queries.ts'

/**
 * Removes a zone that was never used, with its areas, stops, routes and strategies. Throws 409 with what depends on it:
 * such a zone is blocked instead.
 */
export const removeZone = async (tx: Transaction<DB>, zone: { id: number; name: string }): Promise<void> => {
  const { plans, bookings, series, entries } = await zoneUses(tx, zone.id)
  const uses = [
    ...(plans === 0 ? [] : [counted(plans, 'schedule')]),
    ...(bookings === 0 ? [] : [counted(bookings, 'booking')]),
    ...(series === 0 ? [] : [counted(series, 'recurring journey')]),
    ...(entries === 0 ? [] : [counted(entries, 'waiting passenger')]),
  ]
  if (uses.length > 0)
    throw inUse(`${zone.name} has ${uses.join(', ').replace(/, (?=[^,]+$)/, ' and ')}. Block it instead`)
  // A search without offerings may name it.
  await tx.updateTable('service_availability_searches').set({ zone_id: null }).where('zone_id', '=', zone.id).execute()
  await tx.deleteFrom('zones').where('id', '=', zone.id).execute()
}
