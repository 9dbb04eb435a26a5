import type { JourneyInput, Reason } from '@ambit/contract'
import { unreachable } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { inSpan } from '../context/span.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, invalid, offerGone } from '../http/errors.ts'
import { keepNothing } from '../http/idempotency.ts'
import { userIdOf } from '../http/scope.ts'
import { byEngine } from '../planning/change/booking-history.ts'
import { notReached } from '../other-rides/compare.ts'
import { bookLegs, type Gone, type Leg } from '../planning/reassign/book-legs.ts'
import { createSearch } from '../searches/create.ts'
import type { SearchRecord } from '../searches/queries.ts'
import { askerOf } from '../searches/question.ts'
import { requireNotCancelled } from '../service-requests/already-cancelled.ts'
import { requireApart } from '../service-requests/beside.ts'
import { insertBooking } from '../service-requests/confirm.ts'
import type { OfferingToConfirm } from '../service-requests/queries.ts'
import { offeredBy, offeringFor, requireCard } from '../service-requests/sell.ts'
import { fitsRules } from '../service-requests/under-rules.ts'
import { type KeptOpen, keepOpen, openReturnOf } from './keep-open.ts'
import { at, ofLeg } from './leg-errors.ts'
import { beginJourney, bookedOf, findJourney } from './queries.ts'

type Input = z.output<typeof JourneyInput>
type Chosen = Input['legs'][number] & { offering: OfferingToConfirm }
type Booked = { data: NonNullable<Awaited<ReturnType<typeof findJourney>>> }

/** What the sale of a journey says to the caller. `leg`: 0 is the way there. */
export type JourneyTelling<T> = {
  /** throws where this passenger may not have the offering besides what is booked; answers what its history says of that */
  allow: (tx: Transaction<DB>, offering: OfferingToConfirm, journey_id: number) => Promise<Reason[]>
  /** the answer for the journey that stands now, in its transaction */
  booked: (tx: Transaction<DB>, journey: Booked['data']) => Promise<T>
  /** what is said of fresh offerings for the leg that is gone */
  gone: (leg: number, fresh: SearchRecord) => Record<string, unknown>
}

/**
 * Books the legs of a journey in one transaction, all or none; or the way there, and keeps the way back until the passenger
 * calls. The same offerings again answer with their journey. 422 at the leg for what is wrong with it, and where it begins
 * before the passenger can be there; 409 `offer_gone` with fresh offerings for the leg that cannot be had any more, in the
 * plan that holds those before it.
 * `because`: what the history of its bookings says.
 */
export const confirmJourney = (
  deps: Deps,
  input: Input,
  actor: Actor,
  keep: Keep,
  because: readonly Reason[] = [],
): Promise<Booked> =>
  sellJourney(
    deps,
    input,
    actor,
    {
      allow: (tx, offering, journey_id) => requireApart(tx, offering, input, actor, journey_id),
      booked: (tx, data) => keep(tx, { data }),
      gone: (leg, service_availability_search) => ({ leg: leg + 1, service_availability_search }),
    },
    because,
  )

/** The same for whoever is told of it in another way. */
export const sellJourney = async <T>(
  deps: Deps,
  input: Input,
  actor: Actor,
  telling: JourneyTelling<T>,
  because: readonly Reason[] = [],
): Promise<T> => {
  const { traveler_id, comment, even_without_return: alone } = input
  const chosen: Chosen[] = []
  for (const [index, leg] of input.legs.entries()) {
    const offering = await ofLeg(index, async () =>
      requireNoCall(await offeringFor(deps, { ...leg, traveler_id, replaces: null }, actor)),
    )
    await ofLeg(index, () => requireCard(deps, { ...leg, traveler_id }))
    chosen.push({ ...leg, offering })
  }
  requireInTurn(chosen)
  const kept = await openBack(deps, input, chosen, actor)
  // Only of a journey that is not booked yet.
  let journey_id = 0
  const legs = chosen.map((leg, index) =>
    legOf(leg, index, { actor, comment, because, allow: telling.allow, journey: () => journey_id }),
  )
  const sold = await inSpan('confirmation', { service_offering_id: chosen[0]?.offering.id ?? 0 }, () =>
    bookLegs(deps, legs, {
      partly: alone ? 'first' : 'nothing',
      known: async (tx) => {
        const known = await knownJourney(tx, chosen)
        if (known !== undefined) return telling.booked(tx, known)
        journey_id = await beginJourney(tx, deps.clock.now())
        return undefined
      },
      answer: async (tx) => {
        if (kept !== null) await keepOpen(tx, kept, { journey_id, by: userIdOf(actor), now: deps.clock.now() })
        return telling.booked(tx, (await findJourney(tx, journey_id, null))!) // booked above
      },
    }),
  )
  if ('answer' in sold) return sold.answer
  const { leg } = sold.gone
  throw offerGone(telling.gone(leg, await freshFor(deps, input, chosen, sold.gone, actor)))
}

/** The way back that is kept until the passenger calls; null: it is booked too. 422 at its field. */
const openBack = async (
  deps: Deps,
  { open_return }: Input,
  [there]: readonly Chosen[],
  actor: Actor,
): Promise<KeptOpen | null> => {
  if (open_return == null || there === undefined) return null
  const { offering, payment_method } = there
  return at('/open_return', () => openReturnOf(deps, open_return, { ...offering, payment_method }, askerOf(actor)))
}

const knownJourney = async (tx: Transaction<DB>, chosen: readonly Chosen[]): Promise<Booked['data'] | undefined> => {
  const booked = await bookedOf(
    tx,
    chosen.map(({ offering }) => offering.id),
  )
  if (booked === undefined) return undefined
  if (booked.cancelled) await requireNotCancelled(tx, booked.id)
  const data = booked.journey_id === null ? undefined : await findJourney(tx, booked.journey_id, null)
  if (data === undefined) throw conflict(`Booking ${booked.id} has been made of one of these offerings already`)
  return data
}

/** 422 for what was searched for an open return: confirmed by itself it becomes the way back of its own journey. */
const requireNoCall = (offering: OfferingToConfirm): OfferingToConfirm => {
  if (offering.question.open_return_id === null) return offering
  throw invalid([{ pointer: '/service_offering_id', detail: 'This offering is for an open return' }])
}

/** 422 where a leg begins before the one before it ends, and the stay that was asked for is over. */
const requireInTurn = (chosen: readonly Chosen[]): void => {
  for (const [index, { offering: back, stay_minutes: stay }] of chosen.entries()) {
    const there = chosen[index - 1]?.offering
    if (there === undefined) continue
    const missed = unreachable(
      { closes: there.dropoff_upper_bound.getTime(), walk_s: there.dropoff_walk_s },
      { opens: back.pickup_lower_bound.getTime(), walk_s: back.pickup_walk_s, stay_minutes: stay },
    )
    if (missed === null) continue
    const detail = notReached(missed, { time_zone: back.time_zone, stay_minutes: stay ?? 0 })
    throw invalid([{ pointer: `/legs/${index}/service_offering_id`, detail }])
  }
}

type OfJourney = Pick<JourneyTelling<unknown>, 'allow'> & {
  actor: Actor
  comment: Input['comment']
  because: readonly Reason[]
  /** its id, once it has one */
  journey: () => number
}

const legOf = (
  { offering, payment_method, discount_code, pickup_note, dropoff_note, stay_minutes = null }: Chosen,
  index: number,
  { actor, comment, because, allow, journey }: OfJourney,
): Leg => {
  let noted: Reason[] = []
  return {
    offered: offeredBy(offering),
    store: {
      allow: async (tx) => {
        noted = await ofLeg(index, () => allow(tx, offering, journey()))
      },
      fits: (tx, settings) => ofLeg(index, () => fitsRules(tx, settings, offering)),
      write: async (change, id) => {
        await ofLeg(index, () =>
          insertBooking(change, id, {
            offering,
            input: { payment_method, comment, discount_code, pickup_note, dropoff_note },
            actor,
            noted: [...noted, ...because],
            journey: { journey_id: journey(), journey_leg: index + 1, stay_minutes },
          }),
        )
        return { by: byEngine, reasons: [] }
      },
    },
  }
}

/** Fresh offerings for the leg that is gone, in the plans that hold those before it. */
const freshFor = async (
  deps: Deps,
  { besides, overlap_reason }: Input,
  chosen: readonly Chosen[],
  { leg, plans }: Gone,
  actor: Actor,
): Promise<SearchRecord> => {
  const { question } = chosen[leg]!.offering // the one that was not booked
  const asked = { ...question, besides, overlap_reason, test_trips: false } as const
  return createSearch(deps, asked, askerOf(actor), keepNothing, plans)
}
