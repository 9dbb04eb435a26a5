import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { jobsFor } from '../boot/job-list.ts'
import { advanceClock } from './advance.ts'

export const routes: Module = (bind, deps) => {
  let before: Promise<unknown> = Promise.resolve()
  bind(api.clock.advance, ({ body }) => {
    // One at a time, so that two callers never run the same jobs.
    const turn = before.then(() => advanceClock(deps, jobsFor(deps.config), new Date(body.now)))
    before = turn.catch(() => undefined)
    return turn.then((data) => ({ data }))
  })
}
