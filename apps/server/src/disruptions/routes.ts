import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { acceptDisruption, previewDisruption } from './preview.ts'
import { liftClosure, listClosures } from './standing.ts'

export const routes: Module = (bind, deps) => {
  bind(api.disruptions.preview, async ({ body, actor }) => ({ data: await previewDisruption(deps, body, actor) }))
  bind(api.disruptions.accept, ({ body, actor, keep }) => acceptDisruption(deps, body, actor, keep))

  bind(api.roadClosures.list, async ({ actor }) => {
    const data = await listClosures(deps, actor)
    return { data, meta: { total: data.length, total_count: data.length } }
  })
  bind(api.roadClosures.lift, async ({ params, actor }) => {
    await liftClosure(deps, params.id, actor)
    return null
  })
}
