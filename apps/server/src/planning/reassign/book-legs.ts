import type { Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { changePlans, planBefore, planChanged } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { reserveId } from '../change/reserve-id.ts'
import type { PlanningContext } from '../plan/context.ts'
import type { ZonePlan } from '../plan/types.ts'
import { giveSeat, insertedSeat, openTo, seatInRoom } from './book.ts'
import type { BookingStore, Offered, Seat } from './book.ts'
import { roomForDemand } from './make-room.ts'

/** One way of a journey: a promise, and how its booking is stored. */
export type Leg = {
  offered: Offered
  store: Pick<BookingStore<unknown>, 'fits' | 'write'> & {
    /** throws where this passenger may not have it besides what is booked already */
    allow: (tx: Transaction<DB>) => Promise<void>
  }
}

type Sale<T> = {
  /** what has been made of these promises before; throws where one of them may not be had any more */
  known: (tx: Transaction<DB>) => Promise<T | undefined>
  /** what is answered for the bookings that stand now, in their transaction */
  answer: (tx: Transaction<DB>, ids: readonly number[]) => Promise<T>
  /** what is booked where some cannot be had any more: nothing, the first leg alone, or every one that can */
  partly: 'nothing' | 'first' | 'each'
}

/** Which leg cannot be had any more, and the plans of the zones as the legs before it leave them. */
export type Gone = { leg: number; plans: ReadonlyMap<number, ZonePlan> }

class LegGone extends Error {
  override readonly name = 'LegGone'
  readonly gone: Gone

  constructor(gone: Gone) {
    super(`Leg ${gone.leg} of a journey is gone`)
    this.gone = gone
  }
}

/**
 * Books the promises of a journey, or of a group, in one transaction, all or none, each in the plan that holds those before it. The zones
 * of all legs are locked in order before any is weighed.
 */
export const bookLegs = async <T>(
  deps: Deps,
  legs: readonly Leg[],
  sale: Sale<T>,
): Promise<{ answer: T } | { gone: Gone }> => {
  const zones = legs.map(({ offered }) => offered.zone_id)
  try {
    return {
      answer: await deps.planning.sales(zones, () =>
        changePlans(deps, zones, 'insertion', (changes, tx) => sell(legs, sale, { changes, tx })),
      ),
    }
  } catch (error) {
    if (error instanceof LegGone) return { gone: error.gone }
    throw error
  }
}

const sell = async <T>(
  legs: readonly Leg[],
  sale: Sale<T>,
  { changes, tx }: { changes: readonly PlanChange[]; tx: Transaction<DB> },
): Promise<T> => {
  const known = await sale.known(tx)
  if (known !== undefined) return known
  const booked: number[] = []
  for (const [index, leg] of legs.entries()) {
    const change = changes.find(({ zone }) => zone.zone_id === leg.offered.zone_id)! // locked for this leg
    const id = await bookLeg(change, leg, index > 0)
    if (id !== null) booked.push(id)
    else if (sale.partly === 'each') continue
    else if (index > 0 && sale.partly === 'first') break
    else throw new LegGone({ leg: index, plans: await plansNow(changes) })
  }
  if (booked.length === 0) throw new LegGone({ leg: 0, plans: new Map() })
  return sale.answer(tx, booked)
}

/** Null, with nothing written, where the promise is over or cannot be kept. */
const bookLeg = async (change: PlanChange, { offered, store }: Leg, further: boolean): Promise<number | null> => {
  await store.allow(change.tx)
  if (offered.expires_at <= change.now) return null
  const context = await contextNow(change)
  const { settings } = context.plan
  if (!settings.active || !(await store.fits(change.tx, settings))) return null
  const seat = await seatFor(change, offered, openTo(offered, context), further)
  if (seat === null) return null
  await giveSeat(change, seat, await store.write(change, seat.id))
  return seat.id
}

/** With the legs that this change has booked already. */
const contextNow = async (change: PlanChange): Promise<PlanningContext> => {
  const before = await planBefore(change)
  if (!change.noted.plan) return before
  return (await planChanged(change)).context ?? before
}

/**
 * Room is sought while the zones are locked, as the legs before are written nowhere else. A further leg may need it though
 * it was offered without: the first has taken its place.
 */
const seatFor = async (
  { deps, tx }: PlanChange,
  offered: Offered,
  context: PlanningContext,
  further: boolean,
): Promise<Seat | null> => {
  const inserted = await insertedSeat(offered, context, tx)
  if (inserted !== null || !(offered.needs_room || further) || !deps.config.optimiser) return inserted
  const demand = offered.demand(await reserveId(tx, 'service_requests'))
  const room = await roomForDemand(deps, context, demand)
  if (room === null) return null
  deps.planning.statistics.rooms_sold += 1
  return seatInRoom(room, demand)
}

const plansNow = async (changes: readonly PlanChange[]): Promise<Map<number, ZonePlan>> => {
  const plans = new Map<number, ZonePlan>()
  for (const change of changes) if (change.noted.plan) plans.set(change.zone.zone_id, (await planChanged(change)).plan)
  return plans
}
