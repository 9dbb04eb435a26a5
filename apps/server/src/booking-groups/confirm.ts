import type { BookingGroupInput, Reason } from '@ambit/contract'
import { MAX_PASSENGERS } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { inSpan } from '../context/span.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, HttpError, invalid, offerGone } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { byEngine } from '../planning/change/booking-history.ts'
import { bookLegs, type Leg } from '../planning/reassign/book-legs.ts'
import { askerOf } from '../searches/question.ts'
import { requireNotCancelled } from '../service-requests/already-cancelled.ts'
import { requireApart } from '../service-requests/beside.ts'
import { insertBooking } from '../service-requests/confirm.ts'
import type { OfferingToConfirm } from '../service-requests/queries.ts'
import { offeredBy, offeringFor, requireCard } from '../service-requests/sell.ts'
import { fitsRules } from '../service-requests/under-rules.ts'
import { beginGroup, bookedOf, type BookingGroupRecord, findBookingGroup } from './queries.ts'
import { ofMember, searchGroup } from './search.ts'

type Input = z.output<typeof BookingGroupInput>
type Chosen = { index: number; member: Input['members'][number]; offering: OfferingToConfirm }
type Booked = { data: BookingGroupRecord }

/**
 * Books the offerings of a group in one transaction, all or none, those who get on first first; or all that can still be
 * had, where the group is not all or none. The same offerings again answer with their group. 422 at the member for what is
 * wrong with it; 409 `offer_gone` with a fresh search of the group, or why it cannot travel at that time any more.
 * `because`: what the history of each member's booking says, in their order.
 */
export const confirmGroup = async (
  deps: Deps,
  input: Input,
  actor: Actor,
  keep: Keep,
  because: readonly (readonly Reason[])[] = [],
): Promise<Booked> => {
  const chosen = await chosenOf(deps, input, actor)
  const zone_id = zoneOf(chosen)
  // Only of a group that is not booked yet.
  let group = 0
  const legs = chosen.map((one) => legOf(one, { input, actor, because: because[one.index] ?? [], group: () => group }))
  const sold = await inSpan('confirmation', { zone_id }, () =>
    bookLegs(deps, legs, {
      partly: input.all_or_none ? 'nothing' : 'each',
      known: async (tx) => {
        const known = await knownGroup(tx, chosen, actor)
        if (known !== undefined) return keep(tx, known)
        const { name, seating, all_or_none } = input
        const made = { zone_id, name, seating, all_or_none, created_by: userIdOf(actor) }
        group = await beginGroup(tx, made, deps.clock.now())
        return undefined
      },
      answer: async (tx) => keep(tx, { data: (await findBookingGroup(tx, null, group))! }), // booked above
    }),
  )
  if ('answer' in sold) return sold.answer
  throw await goneWith(deps, input, chosen, actor)
}

/** In the order in which they get on. */
const chosenOf = async (deps: Deps, input: Input, actor: Actor): Promise<Chosen[]> => {
  const chosen: Chosen[] = []
  for (const [index, member] of input.members.entries()) {
    const offering = await ofMember(index, async () => {
      const found = await offeringFor(deps, { ...member, replaces: null }, actor)
      await requireCard(deps, member)
      if (found.question.open_return_id === null) return found
      throw invalid([{ pointer: '/service_offering_id', detail: 'This offering is for an open return' }])
    })
    chosen.push({ index, member, offering })
  }
  const people = chosen.reduce((sum, { offering }) => sum + offering.passengers.length, 0)
  if (people > MAX_PASSENGERS)
    throw invalid([{ pointer: '/members', detail: `A group has ${MAX_PASSENGERS} seats at most` }])
  const at = ({ offering }: Chosen): number => offering.pickup_upper_bound.getTime()
  return chosen.toSorted((a, b) => at(a) - at(b) || a.index - b.index)
}

/** 422 where they are not all of one zone. */
const zoneOf = (chosen: readonly Chosen[]): number => {
  const zone = chosen[0]?.offering.zone_id ?? 0
  const other = chosen.find(({ offering }) => offering.zone_id !== zone)
  if (other === undefined) return zone
  const pointer = `/members/${other.index}/service_offering_id`
  throw invalid([{ pointer, detail: 'This offering is in another zone than those of the others' }])
}

const knownGroup = async (
  tx: Transaction<DB>,
  chosen: readonly Chosen[],
  actor: Actor,
): Promise<Booked | undefined> => {
  const booked = await bookedOf(
    tx,
    chosen.map(({ offering }) => offering.id),
  )
  if (booked === undefined) return undefined
  if (booked.cancelled) await requireNotCancelled(tx, booked.id)
  const data = booked.group_id === null ? undefined : await findBookingGroup(tx, regionScope(actor), booked.group_id)
  if (data === undefined) throw conflict(`Booking ${booked.id} has been made of one of these offerings already`)
  return { data }
}

type OfGroup = {
  input: Input
  actor: Actor
  because: readonly Reason[]
  /** its id, once it has one */
  group: () => number
}

const legOf = ({ index, member, offering }: Chosen, { input, actor, because, group }: OfGroup): Leg => {
  let noted: Reason[] = []
  const offered = offeredBy(offering)
  return {
    offered: {
      ...offered,
      demand: (id) => ({ ...offered.demand(id), together: input.seating === 'together' ? group() : null }),
    },
    store: {
      allow: async (tx) => {
        noted = await ofMember(index, () => requireApart(tx, offering, {}, actor))
      },
      fits: (tx, settings) => ofMember(index, () => fitsRules(tx, settings, offering)),
      write: async (change, id) => {
        const { payment_method, discount_code, pickup_note, dropoff_note } = member
        const booking = { payment_method, discount_code, pickup_note, dropoff_note, comment: input.comment }
        await ofMember(index, () =>
          insertBooking(change, id, { offering, input: booking, actor, noted: [...noted, ...because], group: group() }),
        )
        return { by: byEngine, reasons: [] }
      },
    },
  }
}

/** The refusal, with how the group can travel now, or why not and when. */
const goneWith = async (deps: Deps, input: Input, chosen: readonly Chosen[], actor: Actor): Promise<Error> => {
  const [first] = chosen
  if (first === undefined) return offerGone({})
  const { traveling_at, departing, zone_id } = first.offering.question
  const members = chosen
    .toSorted((a, b) => a.index - b.index)
    .map(({ offering: { question } }) => ({
      traveler_id: question.traveler_id,
      passengers: question.passengers,
      mobility_support: question.mobility_support,
      aids: question.aids,
      own_times: question.own_times,
      origin: question.origin,
      destination: question.destination,
    }))
  const { seating, all_or_none } = input
  const wish = { seating, all_or_none, members, traveling_at, departing, zone_id }
  try {
    return offerGone({
      booking_group_search: await searchGroup(deps, wish, askerOf(actor), async (_tx, found) => found),
    })
  } catch (error) {
    if (error instanceof HttpError && error.errors[0]?.code === 'no_vehicle_takes_all')
      return offerGone({ ...error.meta, reason: error.message })
    return error instanceof Error ? error : offerGone({})
  }
}
