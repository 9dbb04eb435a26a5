import type { Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { requireAccess } from '../../http/authenticate.ts'
import type { Actor } from '../../http/bind.ts'
import { invalid } from '../../http/errors.ts'
import { regionScope } from '../../http/scope.ts'
import { findException } from '../queries.ts'
import { tell } from '../raise.ts'
import { standingOf, writeChanges } from '../store.ts'

/** Throws 403 for who may not answer exceptions, and 422 for one out of their sight. Asked before a plan is locked. */
export const requireFixable = async (deps: Deps, id: number, actor: Actor): Promise<void> => {
  await requireAccess(deps, 'ExceptionManagement:exception:canUpdate', actor)
  if ((await findException(deps.db, regionScope(actor), id)) === undefined)
    throw invalid([{ pointer: '/exception_id', detail: 'There is no such exception' }])
}

type Fixed = { action: number; title: string; user_id: number | null; at: Date }

/**
 * An action was accepted as the fix of an exception: its user sees to it from now on, where nobody did, and it ends
 * with its condition. One that has ended meanwhile stays as it is.
 */
export const linkFix = async (tx: Transaction<DB>, exception_id: number, { action, title, user_id, at }: Fixed) => {
  const before = await tx
    .selectFrom('exceptions')
    .selectAll()
    .where('id', '=', exception_id)
    .where('state', '<>', 'resolved')
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) return
  const theirs = { state: 'acknowledged', owner_id: user_id, acknowledged_at: at, escalated_at: null } as const
  const after = await tx
    .updateTable('exceptions')
    .set((e) => ({
      ...(before.state === 'open' && user_id !== null ? theirs : {}),
      fix_action_id: action,
      // What it eases counts from now.
      eased_at: null,
      version: e('version', '+', 1),
    }))
    .where('id', '=', exception_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const [was, is] = [standingOf(before), standingOf(after)]
  await writeChanges(tx, [{ exception_id, at, change: 'fix', user_id, before: was, after: is, note: title }])
  await tell(tx, exception_id, 'fix', title)
}
