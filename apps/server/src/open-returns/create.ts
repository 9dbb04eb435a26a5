import type { OpenReturnInput } from '@ambit/contract'
import { openRequestStatuses } from '@ambit/domain'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { type KeptOpen, keepOpen, openReturnOf } from '../journeys/keep-open.ts'
import { beginJourney } from '../journeys/queries.ts'
import { askerOf } from '../searches/question.ts'
import { findWayThere, lockWayThere } from './queries.ts'
import { findOpenReturn } from './store/queries.ts'

const refuse = (detail: string) => invalid([{ pointer: '/service_request_id', detail }])

/**
 * Keeps the way back of a booking until the passenger calls. 422 at the field, also for a booking that was cancelled, or that
 * has a way back.
 */
export const createOpenReturn = async (
  deps: Deps,
  input: z.output<typeof OpenReturnInput>,
  actor: Actor,
  keep: Keep,
) => {
  const { service_request_id, ...wish } = input
  const there = await findWayThere(deps.db, service_request_id, regionScope(actor))
  if (there === undefined) throw refuse('There is no such booking')
  if (there.has_stops) throw refuse('This booking is a leg of a ride with stops: it has no way back to be called for')
  if (there.journey_leg !== null && there.journey_leg > 1) throw refuse('This booking is a way back itself')
  if (there.status !== 'completed' && !openRequestStatuses.some((status) => status === there.status))
    throw refuse('The passenger did not ride there')
  const kept: KeptOpen = await openReturnOf(deps, wish, there, askerOf(actor))
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const locked = await lockWayThere(tx, service_request_id)
    if (locked.back !== null) throw refuse(`The way back is booking ${locked.back}`)
    if (locked.open !== null) throw refuse(`The way back is open return ${locked.open} already`)
    const journey_id = locked.journey_id ?? (await beginJourney(tx, now))
    if (locked.journey_id === null)
      await tx
        .updateTable('service_requests')
        .set({ journey_id, journey_leg: 1 })
        .where('id', '=', service_request_id)
        .execute()
    const id = await keepOpen(tx, kept, { journey_id, by: userIdOf(actor), now })
    return keep(tx, { data: (await findOpenReturn(tx, null, id))! }) // kept above
  })
}
