import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { regionScope } from '../http/scope.ts'
import { listMessages } from './queries.ts'

export const routes: Module = (bind, { db }) => {
  bind(api.messages.list, ({ query, actor, hidden }) => listMessages(db, regionScope(actor), query, hidden))
}
