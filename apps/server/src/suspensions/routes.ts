import { api } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { Actor, Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { confirmStep, decideStep, dismissStep, liftStep, noteSent } from './decide.ts'
import { decisionOf, letterOf } from './letter.ts'
import { decideObjection, object, setHearing } from './objections.ts'
import { findStep, listSteps, readStep, type StepRow } from './queries.ts'
import { keepRide, listRides } from './rides.ts'

/** 404 where there is none within the regions. */
const stepFor = async ({ db }: Deps, id: number, actor: Actor): Promise<StepRow> => {
  const step = await readStep(db, regionScope(actor), id)
  if (step === undefined) throw notFound()
  return step
}

/** Warning letters and suspensions after a pattern of misses. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.suspensions.list, ({ query, actor, hidden }) =>
    listSteps(db, regionScope(actor), query, { hidden, now: clock.now() }),
  )

  bind(api.suspensions.show, async ({ params: { id }, actor }) => {
    const data = await findStep(db, regionScope(actor), id, clock.now())
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.suspensions.rides, async ({ params: { id }, actor }) => listRides(db, await stepFor(deps, id, actor)))

  bind(api.suspensions.letters, async ({ params: { id }, actor }) => {
    const step = await stepFor(deps, id, actor)
    const now = clock.now()
    const on = { now, today: dateIn(step.time_zone, now) }
    const [letter, decision] = [await letterOf(deps, db, step, on), await decisionOf(deps, db, step, on)]
    return { data: { traveler_id: step.traveler_id, letter, decision } }
  })

  bind(api.suspensions.decide, ({ params: { id }, body, actor, keep }) =>
    decideStep(deps, { id, ...body, actor, keep }),
  )
  bind(api.suspensions.dismiss, ({ params: { id }, body, actor, keep }) =>
    dismissStep(deps, { id, ...body, actor, keep }),
  )
  bind(api.suspensions.confirm, ({ params: { id }, actor, keep }) => confirmStep(deps, { id, actor, keep }))
  bind(api.suspensions.sent, ({ params: { id }, body, actor, keep }) => noteSent(deps, { id, ...body, actor, keep }))
  bind(api.suspensions.lift, ({ params: { id }, body, actor, keep }) => liftStep(deps, { id, ...body, actor, keep }))
  bind(api.suspensions.keepRide, ({ params: { id }, body, actor, keep }) =>
    keepRide(deps, { id, booking: body.service_request_id, actor, keep }),
  )

  bind(api.suspensions.object, ({ params: { id }, body, actor, keep }) => object(deps, { id, ...body, actor, keep }))
  bind(api.suspensions.setHearing, ({ params: { id }, body, actor, keep }) =>
    setHearing(deps, { id, ...body, actor, keep }),
  )
  bind(api.suspensions.decideObjection, ({ params: { id }, body, actor, keep }) =>
    decideObjection(deps, { id, ...body, actor, keep }),
  )
}
