import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { TravelerMergeInput } from '@ambit/contract'
import { endResetLinks } from '../access/password-reset.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { requireBlockingReason } from '../http/acting.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { forbidden, invalid } from '../http/errors.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { refuseOthers, regionScope, requireBelonging, userIdOf } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { emptyTravelers } from '../retention/people.ts'
import { revokeAllSessions } from '../sessions/tokens.ts'
import { exemptionGuard } from '../travelers/exempt.ts'
import { leaveContact } from '../travelers/leave-contact.ts'
import { lockTraveler } from '../travelers/queries.ts'
import { announceMoved } from './announce.ts'
import { before, chosenValues, saidOf, write, zonesOf } from './fields.ts'
import { removeDoubles } from './helpers.ts'
import { moveAll } from './moves.ts'
import { obstaclesTo, refuseObstacles } from './obstacles.ts'
import { findMerge } from './queries.ts'
import { withPlans } from './with-plans.ts'

/** Of two masked records nobody can tell whether they are of one person. */
export const refuseMasked = (hidden: Hidden): void => {
  if (hidden.size > 0) throw forbidden('Passengers are masked for you, so you cannot compare two of them')
}

export const refuseSame = (id: number, other: number, pointer: string): void => {
  if (id === other) throw invalid([{ pointer, detail: 'Please choose another passenger' }])
}

type Merging = z.output<typeof TravelerMergeInput> & {
  /** the passenger who stays */
  id: number
  version: number | null
  actor: Actor
  keep: Keep
}

/**
 * Makes one of two records of one passenger: all that hangs on the other hangs on the one that stays, whose fields say what
 * was chosen. The other is left without a name, its username and contacts are free, and nobody is signed in to it.
 */
export const mergeTravelers = async (deps: Deps, input: Merging) => {
  const { id, traveler_id: other, actor } = input
  const guardExemption = await exemptionGuard(deps, actor)
  const scope = regionScope(actor)
  return withPlans(deps, [id, other], async (tx, announce) => {
    const now = deps.clock.now()
    const kept = fresh(await lockTraveler(tx, scope, id), input.version)
    refuseSame(id, other, '/traveler_id')
    const merged = fresh(await lockTraveler(tx, scope, other), input.traveler_version ?? null)
    refuseOthers(scope, 'passenger', kept)
    refuseOthers(scope, 'passenger', merged)
    refuseObstacles(await obstaclesTo(tx, { kept: id, merged: other }, { scope, now }))
    const [said, theirs] = [await saidOf(tx, id), await saidOf(tx, other)]
    const values = chosenValues(said, theirs, input.fields)
    guardExemption(kept.medically_exempt, values.medically_exempt)
    requireBlockingReason(kept.status, values.status)
    await requireBelonging(tx, scope, values.region_id)

    const zone_ids = await zonesOf(tx, id)
    const stays = { ...said, ...values }
    await leaveContact(deps, tx, { ...said, id }, stays)
    await leaveContact(deps, tx, { ...theirs, id: other }, stays)
    await endAccess(deps, tx, other)
    const { removed, answering } = await removeDoubles(tx, id, other)
    const moved = await moveAll(tx, { from: other, to: id })
    await emptyTravelers(tx, [other], now)
    await tx.updateTable('travelers').set({ merged_into: id }).where('id', '=', other).execute()
    await write(tx, id, values, now)
    const row = await tx
      .insertInto('traveler_merges')
      .values({
        kept_id: id,
        merged_id: other,
        merged_at: now,
        merged_by: userIdOf(actor),
        moved: JSON.stringify(answering.length === 0 ? moved : { ...moved, answering }),
        removed: JSON.stringify(removed),
        kept_before: JSON.stringify({ ...before(said, values), zone_ids }),
        merged_before: JSON.stringify(theirs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await announce(moved['service_requests.traveler_id'] ?? [])
    await announceMoved(tx, { kept: id, merged: other }, moved)
    return input.keep(tx, { data: (await findMerge(tx, row.id, now))! }) // inserted above
  })
}

/** Nobody is signed in to the record, or gets in by what was sent. */
export const endAccess = async ({ clock }: Deps, tx: Transaction<DB>, id: number): Promise<void> => {
  await revokeAllSessions(tx, { kind: 'passenger', id })
  await endResetLinks(tx, { kind: 'traveller', id }, clock.wall())
  await tx.deleteFrom('sign_in_challenges').where('traveler_id', '=', id).execute()
}
