import type { TravelFactorsInput } from '@ambit/contract'
import { sql, type Transaction } from 'kysely'
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
    if (named.length === 0) return
    await requireSeen(tx, regionId, seen)
    await setFactors(
      tx,
      named.map((one) => ({ ...one, region_id: regionId })),
      now,
    )
    await recordChanged(tx, 'travel_factors', regionId)
  })
  deps.log.info({ user_id: userIdOf(actor), region_id: regionId, factors }, 'travel factors changed')
}

type Named = { region_id: number; hour_of_week: number; factor: number | null }

/** Hours that keep their factor keep their row. */
const setFactors = async (tx: Transaction<DB>, named: readonly Named[], now: Date): Promise<void> => {
  const rows = JSON.stringify(named)
  await sql`
    delete from travel_factors using jsonb_to_recordset(${rows}::jsonb) as n (region_id int, hour_of_week int, factor numeric)
    where travel_factors.region_id = n.region_id and travel_factors.hour_of_week = n.hour_of_week
      and source = 'set' and n.factor is null`.execute(tx)
  await sql`
    insert into travel_factors as t (region_id, hour_of_week, source, factor, observations, updated_at)
    select region_id, hour_of_week, 'set', factor, 0, ${now}
    from jsonb_to_recordset(${rows}::jsonb) as n (region_id int, hour_of_week int, factor numeric(4, 2))
    where factor is not null
    on conflict (region_id, hour_of_week, source) do update set factor = excluded.factor, updated_at = excluded.updated_at
    where t.factor <> excluded.factor`.execute(tx)
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
