import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { keysOf } from '../http/authenticate.ts'
import { regionScope } from '../http/scope.ts'
import { countBookings, countSetup } from './queries.ts'

export const routes: Module = (bind, deps) => {
  bind(api.dashboard.show, async ({ actor }) => {
    const holds = await keysOf(deps, actor)
    const scope = regionScope(actor)
    const now = deps.clock.now()
    const setup = await countSetup(deps.db, scope, now, holds)
    const shown = holds('Dashboard:statistics:canRead') && holds('LiveBooking:booking:canRead')
    const figures = shown ? await countBookings(deps.db, scope, now) : { statistics: null, today_ends: null }
    return { data: { setup, ...figures, as_of: now } }
  })
}
