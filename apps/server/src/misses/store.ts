import type { MissEvidence, MissExcuse } from '@ambit/contract'
import {
  isOutside,
  lateFrom,
  NOT_WANTED,
  noShowExcuse,
  openRequestStatuses,
  SAME_ADDRESS,
  standingOf,
  STOPPED,
} from '@ambit/domain'
import { flatDistance, type LngLat } from '@ambit/geo'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

const MINUTE_MS = 60_000
const TOLD_ALL_THE_SAME = [NOT_WANTED, SAME_ADDRESS, STOPPED]

type Kept = {
  id: number
  kind: 'late_cancellation' | 'no_show'
  at: Date
  not_counted: MissExcuse | null
  evidence: MissEvidence
}

const keep = async (tx: Transaction<DB>, { id, kind, at, not_counted, evidence }: Kept): Promise<void> => {
  await tx
    .insertInto('misses')
    .values({ service_request_id: id, kind, happened_at: at, not_counted, evidence: JSON.stringify(evidence) })
    .onConflict((on) => on.column('service_request_id').doNothing())
    .execute()
}

/** What is not counted is not noted either: nobody needs to know it. */
const counting = sql<boolean>`exists (select from zones z join regions g on g.id = z.region_id
  where z.id = r.zone_id and g.miss_policy <> 'off')`

/**
 * The last that the passenger was to be told of a change did not arrive. What the passenger does not want to be told, or
 * was sent by another message, was told.
 */
const untold = sql<boolean>`coalesce((select m.state in ('failed', 'expired') or m.state = 'suppressed'
    and m.reason not in (${sql.join(TOLD_ALL_THE_SAME)})
  from messages m where m.service_request_id = r.id and m.event = 'booking_changed' and m.helper_id is null and m.user_id is null
    and m.state <> 'superseded'
  order by m.id desc limit 1), false)`

/** What came of the waiting list may be cancelled for half an hour: the passenger did not choose the moment. */
const notJustServed = (now: Date) => sql<boolean>`not exists (select from waitlist_entries w
  where w.service_request_id = r.id and w.ended_at > ${now}::timestamptz - interval '30 minutes')`

/** Before a booking is cancelled on request: where that is late it is a miss of the passenger. */
export const noteCancellation = async (tx: Transaction<DB>, id: number, now: Date): Promise<void> => {
  const booking = await tx
    .selectFrom('service_requests as r')
    .innerJoin('zones as z', 'z.id', 'r.zone_id')
    .leftJoin('trip_stops as s', 's.id', 'r.pickup_trip_stop_id')
    .where('r.id', '=', id)
    .where('r.status', 'in', ['created', 'assigned', 'secured'])
    .where(notJustServed(now))
    .where(counting)
    .select(['r.promised_pickup_lower_bound as opens', 'r.promised_pickup_upper_bound as closes', 'r.created_at'])
    .select(['z.late_cancel_minutes', 's.eta', 's.arrived_at', untold.as('untold')])
    .executeTakeFirst()
  // Who is left waiting by the service cancels at any time.
  if (booking === undefined) return
  const [window_opens, window_closes] = [booking.opens.getTime(), booking.closes.getTime()]
  const { late_cancel_minutes } = booking
  if (now.getTime() < lateFrom({ window_opens, booked_at: booking.created_at.getTime(), late_cancel_minutes })) return
  const expected = (booking.arrived_at ?? booking.eta)?.getTime() ?? null
  if (isOutside({ window_closes, expected })) return
  await keep(tx, {
    id,
    kind: 'late_cancellation',
    at: now,
    not_counted: booking.untold ? 'not_told' : null,
    evidence: { minutes_before: Math.floor((window_opens - now.getTime()) / MINUTE_MS) },
  })
}

/** A no-show that was declared at `at`, with where the vehicle stood meanwhile. */
export const noteNoShow = async (
  tx: Transaction<DB>,
  id: number,
  { at, wait_minutes }: { at: Date; wait_minutes: number },
): Promise<void> => {
  const booking = await tx
    .selectFrom('service_requests as r')
    .innerJoin('locations as l', 'l.id', 'r.pickup_location_id')
    .leftJoin('trip_stops as s', 's.id', 'r.pickup_trip_stop_id')
    .where('r.id', '=', id)
    .where(counting)
    .select(['r.trip_id', 'r.no_show_fault as fault', 'l.longitude', 'l.latitude', 's.arrived_at'])
    .select(['r.promised_pickup_lower_bound as opens', 'r.promised_pickup_upper_bound as closes'])
    .select(untold.as('untold'))
    .executeTakeFirst()
  if (booking === undefined) return
  const arrived_at = booking.arrived_at?.getTime() ?? null
  const since = Math.max(arrived_at ?? at.getTime(), booking.opens.getTime())
  const stop: LngLat = [booking.longitude, booking.latitude]
  const positions = await positionsOf(tx, booking.trip_id, {
    stop,
    from: since - MINUTE_MS,
    to: at.getTime() + MINUTE_MS,
  })
  const { waited, metres } = standingOf(positions, { since, until: at.getTime() })
  await keep(tx, {
    id,
    kind: 'no_show',
    at,
    not_counted: noShowExcuse({
      fault: booking.fault,
      untold: booking.untold,
      arrived_at,
      window_closes: booking.closes.getTime(),
      waited,
      metres,
      wait_minutes,
    }),
    evidence: {
      ...(booking.arrived_at === null ? {} : { arrived_at: booking.arrived_at.toISOString() }),
      ...(metres === null ? {} : { waited_minutes: Math.round(waited / MINUTE_MS), metres: Math.round(metres) }),
    },
  })
}

/** Of the survey's reasons for cancelling, what is beyond the passenger's control. */
const BEYOND_CONTROL = 'illness'

/** Why it was cancelled is told: illness does not count. */
export const excuseBySurvey = async (tx: Transaction<DB>, id: number, reasonKey: string): Promise<void> => {
  if (reasonKey !== BEYOND_CONTROL) return
  await tx
    .updateTable('misses')
    .set({ not_counted: 'beyond_control' })
    .where('service_request_id', '=', id)
    .where('not_counted', 'is', null)
    .execute()
}

/** Of bookings whose no-show or cancellation is taken back: those that are open again. */
export const forgetMisses = async (tx: Transaction<DB>, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .deleteFrom('misses')
    .where('service_request_id', 'in', (query) =>
      query
        .selectFrom('service_requests')
        .select('id')
        .where('id', 'in', ids)
        .where('status', 'in', openRequestStatuses),
    )
    .execute()
}

type Near = { stop: LngLat; from: number; to: number }

const positionsOf = async (tx: Transaction<DB>, tripId: number | null, { stop, from, to }: Near) => {
  if (tripId === null) return []
  const rows = await tx
    .selectFrom('positions')
    .where('trip_id', '=', tripId)
    .where('recorded_at', '>=', new Date(from))
    .where('recorded_at', '<=', new Date(to))
    .select(['longitude', 'latitude', sql<Date>`recorded_at`.as('at')])
    .orderBy('recorded_at')
    .limit(MOST_POSITIONS)
    .execute()
  return rows.map(({ longitude, latitude, at }) => ({
    at: at.getTime(),
    metres: flatDistance(stop, [longitude, latitude]),
  }))
}

/** Of a wait of an hour, one every second. */
const MOST_POSITIONS = 4000
