import { schedule } from '@ambit/engine'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { LiveEvent, Reason } from '@ambit/contract'
import type { DB, RequestStatus } from '../../database/schema.ts'
import { recordHistory } from './booking-history.ts'
import type { By } from './booking-history.ts'
import { toDate } from '../plan/types.ts'
import type { PlanBooking, Seconds, ZoneSettings } from '../plan/types.ts'
import type { Replan } from '../reassign/replan.ts'
import { writeTrip } from './write-trip.ts'

export type MoveInput = {
  replan: Replan
  now: Date
  by: By
  /** why these bookings move, ahead of which vehicle takes them */
  reason: Reason
}

/** Writes a re-plan: bookings that found room join their new trips, with history and live events. */
export const movePlaced = async (tx: Transaction<DB>, { replan, now, by, reason }: MoveInput): Promise<void> => {
  const { pp, problem, solution, demands, placed } = replan
  if (placed.size === 0) return
  await detach(tx, [...placed.keys()], now)
  const trips = new Map([...placed.values()].map((trip) => [trip.id, trip]))
  for (const trip of trips.values()) {
    const visits = solution.routes.find((route) => route.vehicle === trip.id)?.visits ?? []
    await writeTrip(tx, { pp, problem, demands, trip, visits, now })
  }
  await recordHistory(
    tx,
    now,
    [...placed].map(([id, trip]) => ({
      service_request_id: id,
      status: 'assigned' as const,
      trip_id: trip.id,
      by,
      reasons: [
        reason,
        {
          code: 'reassigned',
          text: `${trip.vehicle_number} keeps the promise`,
          figures: { trip_id: trip.id, vehicle_number: trip.vehicle_number },
        },
      ],
    })),
  )
}

/** A person accepted that some are served later than promised: what is planned for them is the promise from now on. */
export const widenPromises = async (tx: Transaction<DB>, replan: Replan, now: Date): Promise<void> => {
  for (const [id, ride] of ridesOf(replan)) {
    const demand = replan.demands.get(id)
    if (demand === undefined || !replan.placed.has(id)) continue
    await tx
      .updateTable('service_requests')
      .set({ pickup_upper_bound: sql`greatest(pickup_upper_bound, ${toDate(Math.ceil(ride.pickup_at ?? 0))})` })
      .set({ dropoff_upper_bound: sql`greatest(dropoff_upper_bound, ${toDate(Math.ceil(ride.dropoff_at))})` })
      .set({ updated_at: now })
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('pickup_upper_bound', '<', toDate(Math.ceil(ride.pickup_at ?? 0))),
          eb('dropoff_upper_bound', '<', toDate(Math.ceil(ride.dropoff_at))),
        ]),
      )
      .execute()
  }
}

export type PlannedRide = { trip_id: number; pickup_at: Seconds | null; dropoff_at: Seconds }

/** When everybody is picked up and set down in a plan; no pick-up for whoever rides already. */
export const ridesOf = ({
  pp,
  problem,
  solution,
}: Pick<Replan, 'pp' | 'problem' | 'solution'>): Map<number, PlannedRide> => {
  const rides = new Map<number, PlannedRide>()
  for (const route of solution.routes) {
    const times = schedule(problem, route)
    if (times === null) continue
    const picked = new Map<number, Seconds>()
    for (const [index, visit] of route.visits.entries()) {
      const time = times[index]
      if (time === undefined || visit.kind === 'fixed') continue
      if (visit.kind === 'pickup') picked.set(visit.request, time.begin + pp.epoch)
      else
        rides.set(visit.request, {
          trip_id: route.vehicle,
          pickup_at: picked.get(visit.request) ?? null,
          dropoff_at: time.begin + pp.epoch,
        })
    }
  }
  return rides
}

/** Takes bookings off their trip: what is left of the trip is rewritten by whoever calls. */
export const detach = async (tx: Transaction<DB>, ids: readonly number[], now: Date): Promise<void> => {
  await tx
    .updateTable('service_requests')
    .set({ status: 'unassigned', trip_id: null, secured_at: null, updated_at: now })
    .set({ pickup_trip_stop_id: null, dropoff_trip_stop_id: null })
    .where('id', 'in', ids)
    .execute()
}

/** Ends bookings that nobody can serve any more, and takes their stops away. */
export const giveUp = async (
  tx: Transaction<DB>,
  input: {
    ids: readonly number[]
    status: Extract<RequestStatus, 'cancelled' | 'error' | 'unassigned'>
    now: Date
    by: By
    reasons: (id: number) => Reason[]
    message: string
  },
): Promise<void> => {
  const { ids, status, now, by, reasons, message } = input
  if (ids.length === 0) return
  await tx
    .updateTable('service_requests')
    .set({ status, trip_id: null, pickup_trip_stop_id: null, dropoff_trip_stop_id: null, updated_at: now })
    .set(status === 'cancelled' ? { cancellation_reason: message } : { error_message: message })
    .where('id', 'in', ids)
    .execute()
  await recordHistory(
    tx,
    now,
    ids.map((id) => ({ service_request_id: id, status, trip_id: null, by, reasons: reasons(id) })),
  )
}

/** The trip that takes each booking by a re-plan; null: none does. */
export const takenBy = (
  bookings: readonly Pick<PlanBooking, 'id'>[],
  replan: Replan | null,
): [booking: number, trip: number | null][] => bookings.map(({ id }) => [id, replan?.placed.get(id)?.id ?? null])

export const bookingEvents = (settings: ZoneSettings, moved: Iterable<readonly [number, number | null]>): LiveEvent[] =>
  [...moved].map(([id, trip_id]) => ({
    kind: 'service_request',
    service_request_id: id,
    trip_id,
    zone_id: settings.zone_id,
    region_id: settings.region_id,
  }))

export const tripEvents = (settings: ZoneSettings, ids: Iterable<number>): LiveEvent[] =>
  [...new Set(ids)].map((trip_id) => ({
    kind: 'trip',
    trip_id,
    zone_id: settings.zone_id,
    region_id: settings.region_id,
  }))
