import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { jobsFor } from '../boot/job-list.ts'
import { conflict } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { localDemo } from '../settings/local-demo.ts'
import { SETTINGS_ID } from '../settings/change.ts'
import { advanceClock } from './advance.ts'

export const routes: Module = (bind, deps) => {
  let before: Promise<unknown> = Promise.resolve()
  // The same ones each time: some remember what they have seen.
  const jobs = jobsFor(deps.config)
  bind(api.clock.advance, ({ body }) => {
    // One at a time, so that two callers never run the same jobs.
    const turn = before.then(() => advanceClock(deps, jobs, new Date(body.now)))
    before = turn.catch(() => undefined)
    return turn.then((data) => ({ data }))
  })

  bind(api.clock.setSpeed, async ({ body, local }) => {
    const { clock, db } = deps
    if (clock.setSpeed === undefined || !local || (await localDemo(deps)) === null)
      throw conflict('Only a demo on your own machine has a clock that can be hurried')
    clock.setSpeed(body.speed)
    await db.transaction().execute((tx) => recordChanged(tx, 'settings', SETTINGS_ID))
    return { data: { now: clock.now(), speed: clock.speed } }
  })
}
