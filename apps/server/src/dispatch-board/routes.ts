import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { regionScope } from '../http/scope.ts'
import { probe } from './probe.ts'
import { showBoard } from './show.ts'

/** The dispatch board, and where a booking that is taken hold of can go. */
export const routes: Module = (bind, deps) => {
  bind(api.dispatchBoard.show, async ({ query, actor }) => ({
    data: await showBoard(deps, query, regionScope(actor)),
  }))
  bind(api.dispatchBoard.probe, async ({ body, actor }) => ({
    data: await probe(deps, body.service_request_id, actor),
  }))
}
