import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { lastDayOf } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { regionScope, requireTraveler, userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findTravelerSet } from '../traveler-sets/queries.ts'
import { findTravelerConcession } from './queries.ts'

/** Throws 422 for an expiry that would already be over. */
export const refuseOver = (expiresAt: string, now: Date): void => {
  if (Date.parse(expiresAt) <= now.getTime())
    throw invalid([{ pointer: '/expires_at', detail: 'Please select an expiry date from today on' }])
}

/**
 * Assigns a concession. 422 for a passenger or kind that is not there, an expiry before today, or a second active one
 * in the region: two at the same moment wait for each other at the passenger's row, and the exclusion constraint
 * decides.
 */
export const assignConcession = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: z.output<typeof api.travelerConcessions.create.body>,
  keep: Keep,
) =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    await requireTraveler(tx, regionScope(actor), input.traveler_id)
    const set = await findTravelerSet(tx, regionScope(actor), input.traveler_set_id)
    if (set === undefined) throw invalid([{ pointer: '/traveler_set_id', detail: 'There is no such concession' }])
    refuseOver(input.expires_at, now)
    const { region } = set.traveler_set_discount
    await refuseSecond(tx, input.traveler_id, region, now)
    const { id } = await tx
      .insertInto('traveler_concessions')
      .values({
        ...input,
        region_id: region.id,
        created_by: userIdOf(actor),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChanged(tx, 'traveler_concessions', id)
    return keep(tx, { data: (await findTravelerConcession(tx, now, id))! }) // inserted above
  })

type Region = { id: number; name: string; time_zone: string }

const refuseSecond = async (tx: Transaction<DB>, travelerId: number, region: Region, now: Date): Promise<void> => {
  const active = await tx
    .selectFrom('traveler_concessions')
    .innerJoin('traveler_sets', 'traveler_sets.id', 'traveler_concessions.traveler_set_id')
    .select(['traveler_sets.name', 'expires_at'])
    .where('traveler_id', '=', travelerId)
    .where('traveler_concessions.region_id', '=', region.id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (active === undefined) return
  const last = lastDayOf(active.expires_at, region.time_zone).split('-').toReversed().join('/')
  const detail = `${active.name} is active in ${region.name} until ${last}. A passenger has one concession in a region at a time`
  throw invalid([{ pointer: '/traveler_set_id', detail }])
}
