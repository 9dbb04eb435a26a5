import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { acceptDisruption, previewDisruption } from './preview.ts'

export const routes: Module = (bind, deps) => {
  bind(api.disruptions.preview, async ({ body, actor }) => ({ data: await previewDisruption(deps, body, actor) }))
  bind(api.disruptions.accept, async ({ body, actor }) => ({ data: await acceptDisruption(deps, body, actor) }))
}
