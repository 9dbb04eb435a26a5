import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { findException } from './queries.ts'
import { tell } from './raise.ts'

/** Two who answer at the same moment do so one after the other. 404 for an exception of another region. */
const locked = async (tx: Transaction<DB>, actor: Actor, id: number) => {
  await tx.selectFrom('exceptions').where('id', '=', id).select('id').forUpdate().execute()
  const exception = await findException(tx, regionScope(actor), id)
  if (exception === undefined) throw notFound()
  if (exception.state === 'resolved') throw conflict(`This was resolved by ${exception.resolved_by ?? 'the service'}`)
  return exception
}

const answered = async (tx: Transaction<DB>, id: number) => ({ data: (await findException(tx, null, id))! }) // locked before

/** The caller sees to it from now on. 409 names who does already. */
export const acknowledge = (deps: Deps, actor: Actor, id: number, keep: Keep) =>
  deps.db.transaction().execute(async (tx) => {
    const { state, taken_by } = await locked(tx, actor, id)
    if (state === 'taken') throw conflict(`${taken_by ?? 'A former user'} has taken this already`)
    await tx
      .updateTable('exceptions')
      .set({ state: 'taken', taken_at: deps.clock.now(), taken_by: userIdOf(actor) })
      .where('id', '=', id)
      .execute()
    await tell(tx, id, 'taken')
    return keep(tx, await answered(tx, id))
  })

type Resolving = { id: number; note: string; counts?: boolean | undefined }

/** Ends it, with what was done; also without having taken it before. */
export const resolve = (deps: Deps, actor: Actor, { id, note, counts }: Resolving, keep: Keep) =>
  deps.db.transaction().execute(async (tx) => {
    const { kind, facts } = await locked(tx, actor, id)
    if (kind === 'no_show_contested' && facts.service_request_id !== undefined && counts === false)
      await excuse(tx, facts.service_request_id)
    await tx
      .updateTable('exceptions')
      .set({ state: 'resolved', resolved_at: deps.clock.now(), resolved_by: userIdOf(actor), note })
      .where('id', '=', id)
      .execute()
    await tell(tx, id, 'resolved', note)
    return keep(tx, await answered(tx, id))
  })

/** A contested miss does not count, as staff have decided. */
const excuse = async (tx: Transaction<DB>, bookingId: number): Promise<void> => {
  await tx.updateTable('misses').set({ not_counted: 'excused' }).where('service_request_id', '=', bookingId).execute()
}
