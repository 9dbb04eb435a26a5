import { api, ApiError } from '@ambit/contract'
import { seededRandom } from '@ambit/random'
import { nothingBroken } from './nothing-broken.ts'
import { planOf } from './plan-of.ts'
import type { TestServer } from './server.ts'
import { buildSmallTown, STOPS } from './small-town.ts'

type Told = { carriedOut: number; undone: number; exact: number }

/**
 * A small town with three vehicles and a dozen bookings, and random actions and undos in it. After each nothing is broken;
 * an undo with nothing in between restores every trip, stop, promise and status. Throws where it does not.
 */
export const playActions = async (server: TestServer, seed: number, steps: number): Promise<Told> => {
  const random = seededRandom(seed)
  const { pick } = random
  const town = await buildSmallTown(server)
  const as = server.client('administrator')
  const vans = [
    await town.vehicle('Van 1'),
    await town.vehicle('Van 2', { wheelchairs: 1 }),
    await town.vehicle('Van 3'),
  ]
  const bookings: number[] = []
  for (let at = 0; at < 12; at++) {
    const who = await town.passenger(`Guest ${at}`)
    const from = random.below(4)
    const to = from + 1 + random.below(4 - from)
    const time = `${9 + random.below(3)}`.padStart(2, '0') + `:${10 + random.below(5) * 10}`
    const found = await town.search({ who, from: STOPS[from]!, to: STOPS[to]!, at: time })
    const [offer] = found.service_offerings
    if (offer === undefined) continue
    const body = { service_offering_id: offer.id, traveler_id: who, payment_method: 'cash' as const }
    bookings.push((await as.call(api.serviceRequests.create, { body })).data.id)
  }
  const actions = (): Parameters<typeof as.call<typeof api.effectPreviews.create>>[1] => {
    const ids = [pick(bookings)]
    const trip_id = pick(vans).trip_id
    return {
      body: pick([
        {
          kind: 'assign' as const,
          service_request_ids: ids,
          trip_id,
          hold: pick(['short', 'keep', 'planning'] as const),
        },
        { kind: 'pin' as const, service_request_ids: ids, because: 'Asked for it' },
        { kind: 'unpin' as const, service_request_ids: ids },
        { kind: 'unassign' as const, service_request_ids: ids },
        { kind: 'cancel' as const, service_request_ids: ids },
        { kind: 'pause_vehicle' as const, trip_id, minutes: 30 },
        { kind: 'resume_vehicle' as const, trip_id },
      ]),
    }
  }
  const told: Told = { carriedOut: 0, undone: 0, exact: 0 }
  const done: number[] = []
  for (let step = 0; step < steps; step++) {
    server.deps.clock.advance(1000 * random.below(20))
    const before = await planOf(server, town.zone_id)
    try {
      if (done.length > 0 && random.below(4) === 0) {
        const params = { id: done.splice(random.below(done.length), 1)[0]! }
        const { data } = await as.call(api.dispatchActions.undoPreview, { params })
        await as.call(api.dispatchActions.undo, { params, body: { token: data.token, confirmed: true } })
        told.undone += 1
      } else {
        const { data: shown } = await as.call(api.effectPreviews.create, actions())
        const [option] = shown.options
        if (option === undefined || !option.acceptable) continue
        const body = {
          action: shown.action,
          option: option.key,
          token: option.token,
          confirmed: true,
          reason: 'By the test',
        }
        const { data } = await as.call(api.effectPreviews.accept, { body })
        const id = data.action?.id
        if (id === undefined) throw new Error('An administrator asks nobody for approval')
        told.carriedOut += 1
        if (random.below(2) === 0) done.push(id)
        else {
          await as.call(api.dispatchActions.undo, { params: { id }, body: {} })
          const after = await planOf(server, town.zone_id)
          if (JSON.stringify(after) !== JSON.stringify(before))
            throw new Error(
              `Seed ${seed}, step ${step}: ${shown.action.kind} is not as before\n${JSON.stringify(before)}\n${JSON.stringify(after)}`,
            )
          told.exact += 1
        }
      }
    } catch (error) {
      // What cannot be is refused: nothing has changed then.
      if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) throw error
    }
    await nothingBroken(server)
  }
  return told
}
