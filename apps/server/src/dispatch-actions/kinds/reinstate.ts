import { touch } from '@ambit/domain'
import { statusEntry } from '../../database/status-entry.ts'
import { notesOfUses } from '../../discounts/queries.ts'
import { noShowTakenBack } from '../../exceptions/ask-return.ts'
import { regionScope } from '../../http/scope.ts'
import { forgetMisses } from '../../misses/store.ts'
import { endOpenReturnsBeside } from '../../open-returns/store/end.ts'
import { ridesBeside } from '../../other-rides/queries.ts'
import { setStatus } from '../../planning/change/bookings.ts'
import { planChanged } from '../../planning/change/change-plan.ts'
import { later } from '../../planning/disrupt/later.ts'
import { dayAndTime } from '../../planning/plan/format.ts'
import type { Demand } from '../../planning/problem/request.ts'
import { carryMove, planMoveIn } from '../../planning/reassign/move.ts'
import { refusalReasons } from '../../planning/search/refusals.ts'
import { forgetSurveys } from '../../surveys/store.ts'
import { bookingsInWords, placeOfBookings } from './find.ts'
import { NoWay } from '../../planning/reassign/no-way.ts'
import type { Asked, Kind, Run } from './kind.ts'

type Reinstate = Asked<'reinstate'>

/** So long a cancellation or a no-show can be taken back. */
const WITHIN_MS = 60 * 60_000

const plan = async (run: Run<Reinstate>, relax?: (demand: Demand) => Demand): Promise<void> => {
  const { change, by } = run
  const text = run.reason === null ? 'Taken back by staff' : `Taken back by staff: ${run.reason}`
  const former = new Map(run.bookings.map(({ id, trip_id }) => [id, trip_id]))
  for (const { id } of run.bookings)
    await setStatus(change, {
      id,
      status: 'unassigned',
      trip_id: null,
      set: {
        cancellation_reason: null,
        no_show_reason: null,
        no_show_fault: null,
        pickup_trip_stop_id: null,
        dropoff_trip_stop_id: null,
      },
      by,
      reason: { code: 'reinstated', text },
    })
  const cancelled = run.bookings.flatMap(({ id, status }) => (status === 'cancelled' ? [id] : []))
  run.notes.push(...(await notesOfUses(change.tx, change.now, cancelled)))
  await forgetMisses(change.tx, [...former.keys()])
  await forgetSurveys(change.tx, [...former.keys()])
  for (const id of former.keys()) await noShowTakenBack(change.tx, id, change.now)
  await endOpenReturnsBeside(change.tx, [...former.keys()], { at: change.now, by: by.user_id })
  await change.tx
    .updateTable('service_requests')
    .set({ trip_id: null })
    .where('id', 'in', [...former.keys()])
    .execute()
  for (const [id, trip] of former) {
    const { context } = await planChanged(change)
    const booking = context?.plan.bookings.find((one) => one.id === id)
    if (context === null || booking === undefined) continue
    const own = planMoveIn(context, [booking], { allowed: (one) => one.id === trip })
    const move = own.found.placed.has(id) ? own : planMoveIn(context, [booking], { allowed: () => true, relax })
    if (!move.found.placed.has(id))
      throw new NoWay(
        refusalReasons(move.found.failed.get(id) ?? [], move.found.pp.epoch, context.plan.settings.time_zone),
      )
    await carryMove(change, move, { reason: { code: 'reinstated', text }, by })
  }
  await noteOthers(run)
}

/** The passenger may have booked another ride since. */
const noteOthers = async ({ change: { tx }, bookings, actor, notes }: Run<Reinstate>): Promise<void> => {
  for (const { id, traveler_id } of bookings) {
    const { at } = await tx
      .selectFrom('service_requests')
      .select('pickup_lower_bound as at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const rides = await ridesBeside(tx, { traveler_id, at, changed: null, regions: regionScope(actor) })
    const own = rides.find((ride) => ride.id === id)
    for (const other of rides) {
      if (own === undefined || other === own || !touch(other, own)) continue
      const which = other.seen
        ? `booking ${other.id}, ${dayAndTime(other.pickup_opens, other.time_zone)}`
        : 'another ride'
      notes.push(`The passenger of booking ${id} has ${which}, at the same time`)
    }
  }
}

const words = ({ bookings }: Run<Reinstate>): string => bookingsInWords(bookings.map(({ id }) => id))

export const reinstate: Kind<Reinstate> = {
  reads: 'LiveBooking:booking:canRead',
  changes: 'LiveBooking:booking:canUpdate',
  cause: 'insertion',
  forced: true,
  bookings: ({ service_request_ids }) => service_request_ids,
  place: (deps, { service_request_ids }, actor) => placeOfBookings(deps, service_request_ids, actor),
  refuse: async ({ id, status, traveler_id }, { change }) => {
    if (status !== 'cancelled' && status !== 'no_show') return `Booking ${id} is ${status.replace('_', ' ')}`
    const erased = await change.tx
      .selectFrom('travelers')
      .select('id')
      .where('id', '=', traveler_id)
      .where('anonymised_at', 'is not', null)
      .executeTakeFirst()
    if (erased !== undefined) return `The passenger of booking ${id} has been erased`
    const ended = await change.tx
      .selectFrom('service_requests as r')
      .innerJoin('service_request_histories as h', (join) => join.on('h.id', '=', statusEntry))
      .where('r.id', '=', id)
      .select('h.created_at')
      .executeTakeFirst()
    const long = ended === undefined || change.now.getTime() - ended.created_at.getTime() > WITHIN_MS
    return long ? `Booking ${id} was ended more than 60 minutes ago` : null
  },
  ways: [
    {
      key: 'asked',
      title: (run) => `Take ${words(run).replace('Booking', 'booking')} back, within the promise`,
      carryOut: (run) => plan(run),
    },
    {
      key: 'later',
      title: (run) => `Take ${words(run).replace('Booking', 'booking')} back, at the nearest time that works`,
      carryOut: (run) => plan(run, later),
    },
  ],
}
