import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { HttpError, invalid, notFound } from '../http/errors.ts'
import { keepNothing } from '../http/idempotency.ts'
import { activateOpenReturn } from '../open-returns/activate.ts'
import { endOpenReturn, requireWaiting } from '../open-returns/store/end.ts'
import { lockOpenReturn, type OpenReturnRow, openReturnsOf, readOpenReturn } from '../open-returns/store/queries.ts'
import { serviceEndOf } from '../open-returns/store/service-end.ts'
import { maySee, notBooking, requireBooker, type Rider, riderOf, ridersOf } from '../ride-helpers/acting.ts'
import type { PassengerActor } from '../rides/me.ts'
import type { SearchRecord } from '../searches/queries.ts'
import { confirmOffering } from '../service-requests/confirm.ts'
import { hasUsableCard } from '../service-requests/sell.ts'
import { showRide } from './bookings.ts'
import { payerOf, rideOffering } from './offerings.ts'
import { requireFree, requireOpen, saleOf } from './sale.ts'
import { countSearch } from './search-limit.ts'
import { requireStandings } from './standing.ts'

/** Ways back that ended are told for so long, so that who has called sees what came of it. */
const TOLD_MS = 24 * 3600_000

/** As their passenger sees them, or one who helps: those that wait, and those that ended within the last day. */
export const listReturns = async (deps: Deps, passenger: Pick<PassengerActor, 'id'>) => {
  const riders = (await ridersOf(deps.db, passenger)).filter((rider) => maySee(rider))
  const since = new Date(deps.clock.now().getTime() - TOLD_MS)
  const rows = await openReturnsOf(
    deps.db,
    riders.map(({ id }) => id),
    since,
  )
  const data = []
  for (const row of rows) {
    const rider = riders.find(({ id }) => id === row.traveler_id)
    if (rider !== undefined) data.push(await shown(deps, row, rider))
  }
  return { data, meta: { total: data.length, total_count: data.length } }
}

const shown = async ({ db }: Deps, row: OpenReturnRow & { waits_until: Date | null }, rider: Rider) => ({
  id: row.id,
  traveler_id: rider.id,
  traveler_name: rider.name,
  origin: { name: row.origin_name, point: [row.origin_longitude, row.origin_latitude] as [number, number] },
  destination: {
    name: row.destination_name,
    point: [row.destination_longitude, row.destination_latitude] as [number, number],
  },
  time_zone: row.time_zone,
  payment_method: row.payment_method,
  not_before: row.not_before,
  call_until: await serviceEndOf(db, { ...row, date: row.on_day }),
  state: row.state,
  called_at: row.called_at,
  waits_until: row.waits_until,
  service_request_id: row.service_request_id,
  refused: notBooking(rider),
})

/** An offering that is gone when it is booked is looked for again so often. */
const TRIES = 3

/**
 * The passenger is ready: books the ride that comes soonest, where one comes within the minutes that the zone aims at; else
 * the call waits before all others, and is booked as soon as there is room. 404 for another's, 409 where it has ended,
 * 422 where the area is booked by phone, or by a card that is not saved any more.
 */
export const callReturn = async (deps: Deps, id: number, passenger: PassengerActor, keep: Keep) => {
  const asked = await ownReturn(deps, id, passenger)
  requireWaiting(asked)
  await requireOpen(deps, asked, passenger)
  if (asked.payment_method === 'card' && !(await hasUsableCard(deps, asked.traveler_id)))
    throw invalid([
      { pointer: '/payment_method', detail: 'There is no saved card any more. Please add one, or call us' },
    ])
  await countSearch(deps, passenger.id)
  for (let tries = 1; ; tries++) {
    const call = await activateOpenReturn(deps, id, passenger, keepNothing)
    const soonest = soonestOf(call.data.service_availability_search)
    if (soonest === undefined || !call.data.in_time) return waiting(deps, { asked, later: soonest }, passenger, keep)
    try {
      return await take(deps, { id: soonest.id, payment_method: asked.payment_method }, passenger, keep)
    } catch (error) {
      if (!isGone(error) || tries === TRIES) throw error
    }
  }
}

const soonestOf = ({ service_offerings }: SearchRecord) =>
  service_offerings.toSorted((a, b) => a.pickup.lower_bound.getTime() - b.pickup.lower_bound.getTime())[0]

const isGone = (error: unknown): boolean => error instanceof HttpError && error.errors[0]?.code === 'offer_gone'

type Taken = { id: number; payment_method: OpenReturnRow['payment_method'] }

const take = async (deps: Deps, { id, payment_method }: Taken, passenger: PassengerActor, keep: Keep) => {
  const { offering } = await saleOf(deps, id, passenger)
  const input = { service_offering_id: id, traveler_id: offering.traveler_id, payment_method }
  return confirmOffering(deps, input, passenger, {
    allow: async (tx) => {
      await requireFree(tx, offering, { replaces: null, another: true, journey: offering.open_journey_id })
      return []
    },
    booked: async (tx, booking) =>
      keep(tx, { data: { ride: await showRide(deps, tx, booking, passenger), waits_until: null, later: null } }),
    gone: () => ({}),
  })
}

type Late = { asked: OpenReturnRow; later: SearchRecord['service_offerings'][number] | undefined }

/** It is on the waiting list since the call; `later`: what comes after the minutes that the zone aims at may be taken. */
const waiting = async (
  deps: Deps,
  { asked: { id, traveler_id }, later }: Late,
  passenger: PassengerActor,
  keep: Keep,
) => {
  const agreed = { service_request_id: null, open_return_id: id }
  const payer = await payerOf(deps, await riderOf(deps.db, passenger, traveler_id), agreed)
  return deps.db.transaction().execute(async (tx) => {
    const entry = await tx
      .selectFrom('open_returns as o')
      .innerJoin('waitlist_entries as w', 'w.id', 'o.waitlist_entry_id')
      .where('o.id', '=', id)
      .select('w.latest_at')
      .executeTakeFirst()
    const told = { payer, now: deps.clock.now(), late_cancel_minutes: null }
    const offering = later === undefined ? null : rideOffering(later, told)
    return keep(tx, { data: { ride: null, waits_until: entry?.latest_at ?? null, later: offering } })
  })
}

/** The passenger comes back in another way. 404 for another's, 409 where it has ended. */
export const dropReturn = async (deps: Deps, id: number, passenger: PassengerActor, keep: Keep) => {
  await ownReturn(deps, id, passenger)
  return deps.db.transaction().execute(async (tx) => {
    requireWaiting(await locked(tx, id))
    const ending = { state: 'not_needed', note: 'The passenger does not need the way back' } as const
    await endOpenReturn(tx, id, { ...ending, at: deps.clock.now(), by: null })
    return keep(tx, undefined)
  })
}

const locked = async (tx: Transaction<DB>, id: number): Promise<OpenReturnRow> => {
  const row = await lockOpenReturn(tx, null, id)
  if (row === undefined) throw notFound()
  return row
}

/** 404 for another's; 403 for one who only follows, or cannot book. */
const ownReturn = async (deps: Deps, id: number, passenger: PassengerActor): Promise<OpenReturnRow> => {
  const row = await readOpenReturn(deps.db, null, id)
  if (row === undefined) throw notFound()
  const rider = await riderOf(deps.db, passenger, row.traveler_id)
  requireBooker(rider)
  await requireStandings(deps.db, passenger, rider)
  return row
}
