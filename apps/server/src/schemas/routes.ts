import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { listSchemas } from './queries.ts'
import { saveSchema } from './save.ts'

export const routes: Module = (bind, deps) => {
  bind(api.schemas.list, ({ query }) => listSchemas(deps.db, query))
  bind(api.schemas.create, ({ actor, body, version, keep }) =>
    saveSchema(deps, actor, body, { builtOn: version, keep }),
  )
}
