import { api, ApiError } from '@ambit/contract'
import type { Client } from '@ambit/contract'
import { seededRandom } from '@ambit/random'
import type { Random } from '@ambit/random'
import { nothingBroken } from './nothing-broken.ts'
import { planOf } from './plan-of.ts'
import type { TestServer } from './server.ts'
import { buildSmallTown, STOPS } from './small-town.ts'
import type { SmallTown } from './small-town.ts'

type Told = { carriedOut: number; undone: number; exact: number }

/** A dozen journeys of the morning, as far as there is room. */
const bookSome = async (town: SmallTown, as: Client, random: Random): Promise<number[]> => {
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
  return bookings
}

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
  const bookings = await bookSome(town, as, random)
  const actions = (): Asking => {
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
    if (done.length > 0 && random.below(4) === 0) {
      const undone = await refusable(undoShown(as, done.splice(random.below(done.length), 1)[0]!))
      if (undone !== null) told.undone += 1
    } else {
      const id = await refusable(carryOut(as, actions()))
      if (id !== null) told.carriedOut += 1
      if (id !== null && random.below(2) === 0) done.push(id)
      else if (id !== null) {
        await as.call(api.dispatchActions.undo, { params: { id }, body: {} })
        const after = JSON.stringify(await planOf(server, town.zone_id))
        if (after !== JSON.stringify(before))
          throw new Error(`Seed ${seed}, step ${step}: not as before\n${JSON.stringify(before)}\n${after}`)
        told.exact += 1
      }
    }
    await nothingBroken(server)
  }
  return told
}

/** What cannot be is refused: nothing has changed then. */
const refusable = async <T>(call: Promise<T>): Promise<T | null> => {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && (error.status === 409 || error.status === 422)) return null
    throw error
  }
}

const undoShown = async (as: Client, id: number) => {
  const { data } = await as.call(api.dispatchActions.undoPreview, { params: { id } })
  return as.call(api.dispatchActions.undo, { params: { id }, body: { token: data.token, confirmed: true } })
}

type Asking = NonNullable<Parameters<Client['call']>[1]>

/** Takes the first option as it is shown; null where there is none. */
const carryOut = async (as: Client, asking: Asking): Promise<number | null> => {
  const { data: shown } = await as.call(api.effectPreviews.create, asking as { body: never }) // of `actions`
  const [option] = shown.options
  if (option === undefined || !option.acceptable) return null
  const { key, token } = option
  const body = { action: shown.action, option: key, token, confirmed: true, reason: 'By the test' }
  const { data } = await as.call(api.effectPreviews.accept, { body })
  if (data.action === null) throw new Error('An administrator asks nobody for approval')
  return data.action.id
}
