import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { acceptAction } from './accept.ts'
import { approveOverride } from './approve.ts'
import { listOverrides } from './override-queries.ts'
import { previewAction } from './preview.ts'
import { listActions, showAction } from './queries.ts'
import { previewUndo, undoAction } from './undo.ts'

/** What people do to plans: each with its effect before, and its undo after. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.effectPreviews.create, async ({ body, query, actor }) => ({
    data: await previewAction(deps, body, actor, query.only ?? 'all'),
  }))
  bind(api.effectPreviews.accept, ({ body, actor, keep }) => acceptAction(deps, body, actor, keep))

  bind(api.dispatchActions.list, ({ query, actor }) => listActions(db, query, regionScope(actor), clock.now()))
  bind(api.dispatchActions.show, async ({ params, actor }) => {
    const data = await showAction(db, params.id, regionScope(actor), clock.now())
    if (data === undefined) throw notFound()
    return { data }
  })
  bind(api.dispatchActions.undoPreview, async ({ params, actor }) => ({
    data: await previewUndo(deps, params.id, actor),
  }))
  bind(api.dispatchActions.undo, ({ params, body, actor, keep }) => undoAction(deps, params.id, body, actor, keep))

  bind(api.overrides.list, ({ query, actor }) => listOverrides(db, query, regionScope(actor)))
  bind(api.overrides.approve, async ({ params, actor, keep }) => {
    const { data } = await approveOverride(deps, params.id, actor, keep)
    if (data.action === null) throw notFound()
    return { data: data.action }
  })
}
