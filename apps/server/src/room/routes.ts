import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { installationStatus } from './status.ts'

export const routes: Module = (bind, deps) => {
  bind(api.settings.status, async () => ({ data: await installationStatus(deps) }))
}
