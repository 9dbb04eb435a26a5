import { api, type OpenReturnState } from '@ambit/contract'
import type { Actor, Keep, Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { activateOpenReturn } from './activate.ts'
import { createOpenReturn } from './create.ts'
import { endOpenReturn, requireWaiting } from './store/end.ts'
import { findOpenReturn, listOpenReturns, lockOpenReturn } from './store/queries.ts'

type End = { state: Extract<OpenReturnState, 'closed' | 'not_needed'>; reason?: string; note: string }

/** Ways back that are asked for when the passenger calls. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.openReturns.list, ({ query, actor, hidden }) => listOpenReturns(db, regionScope(actor), query, hidden))

  bind(api.openReturns.show, async ({ params, actor }) => {
    const data = await findOpenReturn(db, regionScope(actor), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.openReturns.create, ({ body, actor, keep }) => createOpenReturn(deps, body, actor, keep))

  bind(api.openReturns.activate, ({ params, actor, keep }) => activateOpenReturn(deps, params.id, actor, keep))

  const end = (id: number, ending: End, actor: Actor, keep: Keep) =>
    db.transaction().execute(async (tx) => {
      const row = await lockOpenReturn(tx, regionScope(actor), id)
      if (row === undefined) throw notFound()
      requireWaiting(row)
      await endOpenReturn(tx, id, { ...ending, at: clock.now(), by: userIdOf(actor) })
      return keep(tx, { data: (await findOpenReturn(tx, null, id))! }) // locked above
    })

  bind(api.openReturns.notNeeded, ({ params, actor, keep }) =>
    end(params.id, { state: 'not_needed', note: 'The way back is not needed' }, actor, keep),
  )

  bind(api.openReturns.close, ({ params, body, actor, keep }) =>
    end(params.id, { state: 'closed', reason: body.reason, note: 'The open return was closed' }, actor, keep),
  )
}
