import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { listConsumerApps } from './queries.ts'

export const routes: Module = (bind, { db }) => {
  bind(api.consumerApps.list, ({ query }) => listConsumerApps(db, query))
}
