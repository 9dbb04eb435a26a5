import type { z } from 'zod'
import type { MissJudgement } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { seenTraveler } from '../travelers/queries.ts'
import { findMiss } from './queries.ts'

type Judged = z.output<typeof MissJudgement> & { id: number; actor: Actor; keep: Keep }

/**
 * Staff record that a miss was beyond the passenger's control, or take that back. What does not count by itself cannot be
 * made to count. 404 out of sight, 409 where it stands so already.
 */
export const judgeMiss = ({ db, clock }: Deps, { id, counts, reason, actor, keep }: Judged) =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    const scope = regionScope(actor)
    const row = await tx.selectFrom('misses').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    const seen = row === undefined ? undefined : await findMiss(tx, scope, id, now)
    if (row === undefined || seen === undefined) throw notFound()
    await seenTraveler(tx, scope, seen.traveler_id)
    const isTheirs = row.not_counted === 'beyond_control' && row.judged_at !== null
    if (!counts && row.not_counted !== null) throw conflict('This does not count already')
    if (counts && row.not_counted === null) throw conflict('This counts already')
    if (counts && !isTheirs) throw conflict('This does not count by itself, which nobody can change')
    await tx
      .updateTable('misses')
      .set({
        not_counted: counts ? null : 'beyond_control',
        judged_reason: reason,
        judged_by: userIdOf(actor),
        judged_at: now,
      })
      .where('id', '=', id)
      .execute()
    await recordChanged(tx, 'misses', id)
    const { traveler_id: _whose, ...data } = (await findMiss(tx, scope, id, now))! // locked above
    return keep(tx, { data })
  })
