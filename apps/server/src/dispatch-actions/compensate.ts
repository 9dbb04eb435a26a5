import type { Reason } from '@ambit/contract'
import type { RowChange } from '../database/dispatch-tables.ts'
import type { By } from '../planning/change/booking-history.ts'
import { recordBookings, unassign } from '../planning/change/bookings.ts'
import { planChanged } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { removeFromTrip } from '../planning/change/remove.ts'
import { conflictingRows, restoreRows, rowsNow } from '../planning/change/rows.ts'
import { toSeconds } from '../planning/plan/types.ts'
import type { PlanBooking } from '../planning/plan/types.ts'
import { carryMove, planMoveIn } from '../planning/reassign/move.ts'
import { refusalReasons } from '../planning/search/refusals.ts'

type Why = { by: By; reason: Reason }

/** What of a booking is promised. */
const BOUNDS = ['pickup_upper_bound', 'dropoff_upper_bound', 'max_ride_s'] as const
/** Rows that are written back by themselves. */
const APART = ['trips', 'service_plans', 'road_closures', 'booking_pins', 'booking_bans', 'vehicle_pauses']

const picked = (row: Record<string, unknown>, columns: readonly string[]) =>
  Object.fromEntries([['id', row['id']], ...columns.map((column) => [column, row[column]])])

/**
 * Brings each booking of an action back as far as the plan of now allows: what was held and paused at once, bookings into
 * their former vehicle within their former promise. Answers why others stay as they are.
 */
export const bringBack = async (
  change: PlanChange,
  rows: readonly RowChange[],
  why: Why,
): Promise<Map<number, string>> => {
  const left = new Map<number, string>()
  const now = await rowsNow(change, rows)
  const conflicts = new Set(conflictingRows(rows, now))
  const apart = rows.filter((row) => APART.includes(row.table) && row.table !== 'trips' && !conflicts.has(row))
  const isNamed = ({ table, before }: RowChange): boolean => table === 'service_plans' && before !== null
  // Trips that go on name their schedules; those that the action made go after their trips.
  await restoreRows(change, apart.filter(isNamed))
  const reopened = await reopen(change, rows, conflicts)
  await restoreRows(
    change,
    apart.filter((row) => !isNamed(row)),
  )
  const moved = rows.filter(
    ({ table, before, after }) =>
      table === 'service_requests' &&
      before !== null &&
      (before['trip_id'] !== after?.['trip_id'] || before['status'] !== after?.['status']),
  )
  await revive(change, moved, { now, reopened, left, why })
  await takeBack(change, moved, { left, why })
  return left
}

/** Trips that the action ended go on, with the stops that they had; those whose bookings do not come back are left out. */
const reopen = async (
  change: PlanChange,
  rows: readonly RowChange[],
  conflicts: ReadonlySet<RowChange>,
): Promise<Set<number>> => {
  const trips = rows.filter((row) => row.table === 'trips' && !conflicts.has(row))
  const back = new Set<number>()
  for (const row of trips) {
    const ended = row.after?.['current_state'] === 'cancelled' && row.before?.['current_state'] !== 'cancelled'
    if (ended && (await isDrivenByAnother(change, row.id))) continue
    const stops = rows.filter(
      (one) => one.table === 'trip_stops' && ended && (one.before ?? one.after)?.['trip_id'] === row.id,
    )
    await restoreRows(change, [row, ...stops.filter((one) => !conflicts.has(one))])
    if (ended) back.add(row.id)
  }
  return back
}

const isDrivenByAnother = async ({ tx }: PlanChange, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('trips as t')
    .innerJoin('trips as o', 'o.service_plan_id', 't.service_plan_id')
    .where('t.id', '=', id)
    .where('o.current_state', '<>', 'cancelled')
    .select('o.id')
    .executeTakeFirst()) !== undefined

type Reviving = {
  now: Awaited<ReturnType<typeof rowsNow>>
  reopened: ReadonlySet<number>
  left: Map<number, string>
  why: Why
}

/** Who waits beside a vehicle that goes on is on board again; who was cancelled waits for a vehicle. */
const revive = async (
  change: PlanChange,
  moved: readonly RowChange[],
  { now, reopened, left }: Reviving,
): Promise<void> => {
  for (const row of moved) {
    const { id, before, after } = row
    const current = now.get('service_requests')?.get(id)
    if (before === null || current === undefined) continue
    const status = String(current['status'])
    if (status !== String(after?.['status']) && !(status === 'secured' && after?.['status'] === 'assigned'))
      left.set(
        id,
        status === 'on_board'
          ? 'It has boarded another vehicle since'
          : status === 'completed'
            ? 'The ride is over'
            : 'It has ended since',
      )
    else if (before['status'] === 'on_board') {
      if (!reopened.has(Number(before['trip_id']))) left.set(id, 'Its vehicle does not go on')
      else {
        await leaveTrip(change, id)
        await restoreRows(change, [row])
      }
    } else if (
      ['cancelled', 'no_show', 'error'].includes(status) &&
      !['cancelled', 'no_show', 'error'].includes(String(before['status']))
    ) {
      const columns = [
        'status',
        'trip_id',
        'pickup_trip_stop_id',
        'dropoff_trip_stop_id',
        'error_message',
        'cancellation_reason',
        'no_show_reason',
        'no_show_fault',
      ]
      const open = {
        ...picked(before, columns),
        status: 'unassigned',
        trip_id: null,
        pickup_trip_stop_id: null,
        dropoff_trip_stop_id: null,
      }
      await restoreRows(change, [{ table: 'service_requests', id, before: open, after: picked(current, columns) }])
    }
  }
}

const leaveTrip = async (change: PlanChange, id: number): Promise<void> => {
  const { context } = await planChanged(change)
  const trip = context?.plan.bookings.find((booking) => booking.id === id)?.trip_id ?? null
  if (context === null || trip === null) return
  await unassign(change, [id])
  await removeFromTrip(change, context, trip, new Set([id]))
}

/** Each into the vehicle that it had, within what it was promised then; who had none is taken off. */
const takeBack = async (
  change: PlanChange,
  moved: readonly RowChange[],
  { left, why }: Pick<Reviving, 'left' | 'why'>,
): Promise<void> => {
  const open = moved.filter(({ id, before }) => !left.has(id) && before?.['status'] !== 'on_board')
  for (const [former, group] of Map.groupBy(open, ({ before }) => before?.['trip_id'] ?? null)) {
    const { context } = await planChanged(change)
    if (context === null) return
    const ids = new Set(group.map(({ id }) => id))
    const bookings = context.plan.bookings.filter(({ id, trip_id }) => ids.has(id) && trip_id !== former)
    if (former === null) {
      for (const booking of bookings) {
        await unassign(change, [booking.id])
        if (booking.trip_id !== null) await removeFromTrip(change, context, booking.trip_id, new Set([booking.id]))
        await recordBookings(change, [
          { service_request_id: booking.id, status: 'unassigned', trip_id: null, by: why.by, reasons: [why.reason] },
        ])
      }
      continue
    }
    const asPromised = bookings.map((booking) =>
      withPromise(booking, group.find(({ id }) => id === booking.id)?.before ?? null),
    )
    const move = planMoveIn(context, asPromised, { allowed: (trip) => trip.id === Number(former), byHand: true })
    for (const { id } of bookings) {
      if (move.found.placed.has(id))
        await restorePromise(
          change,
          group.find((row) => row.id === id),
        )
      else
        left.set(
          id,
          refusalReasons(move.found.failed.get(id) ?? [], move.found.pp.epoch, context.plan.settings.time_zone)[0]
            ?.text ?? 'Its former vehicle does not drive any more',
        )
    }
    await carryMove(change, move, why)
  }
}

const time = (value: unknown): number => toSeconds(new Date(String(value)))

const withPromise = (booking: PlanBooking, before: Record<string, unknown> | null): PlanBooking =>
  before === null
    ? booking
    : {
        ...booking,
        max_ride_s: Number(before['max_ride_s']),
        pickup: { ...booking.pickup, upper: time(before['pickup_upper_bound']) },
        dropoff: { ...booking.dropoff, upper: time(before['dropoff_upper_bound']) },
      }

const restorePromise = async (change: PlanChange, row: RowChange | undefined): Promise<void> => {
  if (row?.before == null || row.after === null) return
  await restoreRows(change, [{ ...row, before: picked(row.before, BOUNDS), after: picked(row.after, BOUNDS) }])
}
