import type { TravelFactorsInput } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { regionScope, userIdOf, withinScope } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findTravelFactors } from './queries.ts'

/**
 * Sets factors of a region's hours, or returns hours to what was learnt. Bookings keep their vehicles:
 * expected times follow, and bookings that become late are treated like any late booking.
 */
export const changeTravelFactors = async (
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  regionId: number,
  { factors, seen = {} }: z.output<typeof TravelFactorsInput>,
  actor: Actor,
): Promise<void> => {
  const named = Object.entries(factors).map(([hour, factor]) => ({ hour_of_week: Number(hour), factor }))
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const region = await tx
      .selectFrom('regions')
      .select('id')
      .where('id', '=', regionId)
      .where(withinScope(regionScope(actor), 'regions.id'))
      .forUpdate()
      .executeTakeFirst()
    if (region === undefined) throw notFound()
    const hours = named.map(({ hour_of_week }) => hour_of_week)
    if (hours.length === 0) return
    await requireSeen(tx, regionId, seen)
    await tx
      .deleteFrom('travel_factors')
      .where('region_id', '=', regionId)
      .where('source', '=', 'set')
      .where('hour_of_week', 'in', hours)
      .execute()
    const set = named.flatMap(({ hour_of_week, factor }) =>
      factor === null
        ? []
        : [{ region_id: regionId, hour_of_week, source: 'set' as const, factor, observations: 0, updated_at: now }],
    )
    if (set.length > 0) await tx.insertInto('travel_factors').values(set).execute()
    await recordChanged(tx, 'travel_factors', regionId)
  })
  deps.log.info({ user_id: userIdOf(actor), region_id: regionId, factors }, 'travel factors changed')
}

/** Throws 409 with the current week when another user has set one of the hours since it was read. */
const requireSeen = async (
  tx: Transaction<DB>,
  regionId: number,
  seen: Readonly<Record<string, number | null>>,
): Promise<void> => {
  const fresh = await findTravelFactors(tx, null, regionId)
  const changed = fresh.factors.some(({ hour_of_week, factor, source }) => {
    const before = seen[hour_of_week]
    return before !== undefined && before !== (source === 'set' ? factor : null)
  })
  if (changed)
    throw conflict('Another user has changed some of these hours in the meantime. Please check them again', {
      travel_factors: fresh,
    })
}
