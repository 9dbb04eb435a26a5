import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { DispatchAction, DispatchActionKind, EffectBooking, EffectTotals } from '@ambit/contract'
import type { RowChange, StoredBooking } from '../../database/dispatch-tables.ts'
import type { DB } from '../../database/schema.ts'
import type { By } from '../change/booking-history.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { noteAction } from '../change/change-plan.ts'
import { changedRows, readRows } from '../change/rows.ts'
import type { Snapshot } from '../change/rows.ts'
import { recordTrips } from '../change/trips.ts'

/** Rows of bookings, trips and closures that are over, and that the action is about. */
export type About = { bookings?: readonly number[]; trips?: readonly number[]; closures?: readonly number[] }

/** What is known of an action before it is carried out. */
export type Begun = { id: number; changes: readonly PlanChange[]; about: About; before: readonly Snapshot[] }

/** Reads what the action may touch, and gives it its number: histories of its bookings and trips name it. */
export const beginAction = async (changes: readonly PlanChange[], about: About): Promise<Begun> => {
  const [first] = changes
  if (first === undefined) throw new Error('An action changes one plan at least')
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('dispatch_actions', 'id'))::int as id`.execute(first.tx)
  const id = rows[0]!.id // a select without a table answers one row
  const before: Snapshot[] = []
  for (const change of changes) {
    before.push(await readRows(change, about))
    change.noted.action = id
  }
  return { id, changes, about, before }
}

export type Told = {
  kind: DispatchActionKind
  action: DispatchAction
  title: string
  option: { key: string; title: string }
  reason: string | null
  by: By
  totals: EffectTotals
  shown: readonly EffectBooking[]
  came_out: readonly EffectBooking[]
  undo_of: number | null
}

/** Without names and reasons, which may name places. */
const stored = (bookings: readonly EffectBooking[]): StoredBooking[] =>
  bookings.map((booking) => {
    const { traveler_name: _name, reasons: _reasons, ...kept } = booking
    return kept
  })

/** Bookings that another trip, status or promise was given; times alone move with every plan. */
const bookingsIn = (rows: readonly RowChange[]): number[] => {
  const told = ['trip_id', 'status', 'pickup_upper_bound', 'dropoff_upper_bound', 'pickup_location_id']
  const changed = rows.flatMap(({ table, id, before, after }) =>
    table === 'service_requests' && told.some((column) => before?.[column] !== after?.[column]) ? [id] : [],
  )
  const held = rows.flatMap(({ table, before, after }) => {
    const booking = (after ?? before)?.['service_request_id']
    return table === 'booking_pins' && typeof booking === 'number' ? [booking] : []
  })
  return [...new Set([...changed, ...held])].toSorted((a, b) => a - b)
}

const tripsIn = (rows: readonly RowChange[], changes: readonly PlanChange[]): number[] => {
  const paused = rows.flatMap(({ table, before, after }) => {
    const trip = (after ?? before)?.['trip_id']
    return table === 'vehicle_pauses' && typeof trip === 'number' ? [trip] : []
  })
  const stops = rows.flatMap(({ table, before, after }) => {
    const trip = (after ?? before)?.['trip_id']
    return table === 'trip_stops' && typeof trip === 'number' ? [trip] : []
  })
  const trips = rows.flatMap(({ table, id }) => (table === 'trips' ? [id] : []))
  const noted = changes.flatMap((change) => [...change.noted.trips])
  return [...new Set([...trips, ...stops, ...paused, ...noted])].toSorted((a, b) => a - b)
}

/** Writes the action with every row that it touched, and a line into the history of each of its trips. */
export const finishAction = async ({ id, changes, about, before }: Begun, told: Told): Promise<number> => {
  const [first] = changes
  if (first === undefined) throw new Error('An action changes one plan at least')
  const { tx, now, zone } = first
  const rows: RowChange[] = []
  for (const [at, change] of changes.entries()) {
    const old = before[at]
    if (old !== undefined) rows.push(...changedRows(old, await readRows(change, about, old)))
  }
  const unique = [...new Map(rows.map((row) => [`${row.table} ${row.id}`, row])).values()]
  const trip_ids = tripsIn(unique, changes)
  // Its state or crew may have been recorded by the work itself, linked with the action.
  const already = await tx.selectFrom('trip_histories').where('dispatch_action_id', '=', id).select('trip_id').execute()
  const recorded = new Set(already.map(({ trip_id }) => trip_id))
  await recordTrips(
    first,
    told.by,
    trip_ids
      .filter((trip_id) => !recorded.has(trip_id))
      .map((trip_id) => ({
        trip_id,
        change: 'action' as const,
        before: null,
        after: told.title,
        message: told.reason,
      })),
  )
  await tx
    .insertInto('dispatch_actions')
    .values({
      id,
      kind: told.kind,
      action: JSON.stringify(told.action),
      title: told.title,
      region_id: zone.region_id,
      zone_ids: changes.map((change) => change.zone.zone_id),
      user_id: told.by.user_id,
      reason: told.reason,
      option_key: told.option.key,
      option_title: told.option.title,
      service_request_ids: bookingsIn(unique),
      trip_ids,
      totals: JSON.stringify(told.totals),
      shown: JSON.stringify(stored(told.shown)),
      came_out: JSON.stringify(stored(told.came_out)),
      plans: JSON.stringify(
        changes.map((change) => ({
          zone_id: change.zone.zone_id,
          before: change.zone.version,
          after: change.zone.version + (change.noted.plan ? 1 : 0),
        })),
      ),
      changes: JSON.stringify(unique),
      undo_of: told.undo_of,
      created_at: now,
    })
    .execute()
  for (const change of changes) noteAction(change, id)
  await forgetOld(tx, now)
  return id
}

/** How long the rows that an action touched are kept: it can be undone for ten minutes. */
const KEPT_MS = 60 * 60_000

const forgetOld = (tx: Transaction<DB>, now: Date) =>
  tx
    .updateTable('dispatch_actions')
    .set({ changes: null })
    .where('changes', 'is not', null)
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
