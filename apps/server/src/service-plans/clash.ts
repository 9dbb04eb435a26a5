import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { clockTime } from '../planning/plan/format.ts'
import { invalid } from '../http/errors.ts'
import type { FieldError } from '../http/errors.ts'
import type { Scope } from '../http/scope.ts'
import { findClash } from './queries.ts'
import type { Clash } from './queries.ts'

const OVERLAP = '23P01'

/** The database's own refusal of two schedules at once. */
export const isOverlap = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === OVERLAP

/** Names the other schedule, beside the field that meets it; one in a region of others only by its time. */
export const clashFault = (scope: Scope, clash: Clash): FieldError => {
  const from = clockTime(clash.start_time, clash.time_zone)
  const until = clockTime(clash.end_time, clash.time_zone)
  const seen = scope === null || scope.includes(clash.region_id)
  const where = seen ? `schedule ${clash.id} in ${clash.zone_name}` : 'a schedule of another region'
  return {
    pointer: clash.kind === 'vehicle' ? '/vehicle_id' : '/driver_id',
    detail: `${clash.name} is already in ${where}, ${from} to ${until}`,
  }
}

type Asked = Parameters<typeof findClash>[1]

/** Throws 422 for a vehicle or driver who is in another schedule at that time. */
export const refuseClash = async (db: Kysely<DB>, scope: Scope, plan: Asked): Promise<void> => {
  const clash = await findClash(db, plan)
  if (clash !== null) throw invalid([clashFault(scope, clash)])
}

/** Two schedules saved in the same moment in different zones pass the question above; the database decides. */
export const tellOverlap = async <T>(
  db: Kysely<DB>,
  scope: Scope,
  { of, save }: { of: () => Asked | null; save: () => Promise<T> },
): Promise<T> => {
  try {
    return await save()
  } catch (error) {
    const asked = of()
    if (!isOverlap(error) || asked === null) throw error
    await refuseClash(db, scope, asked)
    throw error
  }
}
