import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { ZoneInput } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { createPlan } from '../planning/change/change-plan.ts'

/** The strategy of every new zone, with the specification's words; all figures have their defaults. */
const firstStrategy = {
  name: 'DRT [coverage]',
  color: '#E5EAED',
  type: 'demand_responsive',
  default: true,
  configuration: '{}',
} as const

/** A zone with its plan and its first strategy, in the caller's transaction. Answers the id. */
export const createZone = async (
  tx: Transaction<DB>,
  { point, ...zone }: z.output<typeof ZoneInput>,
  now: Date,
): Promise<number> => {
  const stamps = { created_at: now, updated_at: now }
  const { id } = await tx
    .insertInto('zones')
    .values({ ...zone, longitude: point?.lng ?? null, latitude: point?.lat ?? null, ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow()
  await createPlan(tx, id)
  await tx
    .insertInto('service_strategies')
    .values({ zone_id: id, ...firstStrategy, ...stamps })
    .execute()
  return id
}
