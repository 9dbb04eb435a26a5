import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { findReply, listReplies } from './queries.ts'

/** What passengers answered by SMS. */
export const routes: Module = (bind, { db, clock }) => {
  bind(api.smsReplies.list, ({ query, actor, hidden }) => listReplies(db, regionScope(actor), query, hidden))

  bind(api.smsReplies.show, async ({ params: { id }, actor }) => {
    const data = await findReply(db, regionScope(actor), id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.smsReplies.read, async ({ params: { id }, actor }) => {
    const scope = regionScope(actor)
    const known = await findReply(db, scope, id)
    if (known === undefined) throw notFound()
    await db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('sms_replies')
        .set({ read_at: clock.now(), user_id: userIdOf(actor) })
        .where('id', '=', id)
        .where('read_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await publish(tx, [{ kind: 'message', region_id: known.region_id }])
    })
    return { data: (await findReply(db, scope, id)) ?? known }
  })
}
