import { sql } from 'kysely'
import type { RowChange } from '../../database/dispatch-tables.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import { noteBooking, noteSchedule, noteTrip } from './change-plan.ts'
import type { PlanChange } from './change-plan.ts'
import { deleteStops } from './stops.ts'
import { updateTrip } from './trips.ts'

type Row = Record<string, unknown>
type Table = keyof typeof tables

/** What of a row belongs to the plan. Of bookings the passenger's own words and doors are left out. */
const tables = {
  service_plans: [
    'zone_id',
    'service_route_id',
    'vehicle_id',
    'driver_id',
    'start_time',
    'end_time',
    'minimum_capacity',
    'break_minutes',
    'break_from',
    'break_until',
    'shift',
    'shift_label',
    'created_at',
  ],
  trips: [
    'service_plan_id',
    'vehicle_id',
    'driver_id',
    'current_state',
    'start_datetime',
    'end_datetime',
    'status_message',
    'taken_out_at',
    'completed_at',
    'signed_on_at',
  ],
  trip_stops: [
    'trip_id',
    'location_id',
    'location_index',
    'kind',
    'scheduled_at',
    'scheduled_departure_at',
    'eta',
    'latest_arrival_time',
    'dwell_seconds',
    'window_from',
    'window_until',
    'run',
    'arrived_at',
    'departed_at',
  ],
  service_requests: [
    'trip_id',
    'status',
    'pickup_location_id',
    'pickup_lower_bound',
    'pickup_upper_bound',
    'pickup_walk_m',
    'pickup_walk_s',
    'dropoff_lower_bound',
    'dropoff_upper_bound',
    'max_ride_s',
    'pickup_trip_stop_id',
    'dropoff_trip_stop_id',
    'secured_at',
    'boarded_at',
    'first_boarded_at',
    'stranded_at',
    'error_message',
    'cancellation_reason',
    'no_show_reason',
    'no_show_fault',
  ],
  road_closures: [
    'region_id',
    'longitude',
    'latitude',
    'reach_m',
    'until',
    'message',
    'created_by',
    'created_at',
    'lifted_at',
  ],
  booking_pins: ['service_request_id', 'until', 'reason', 'user_id', 'created_at', 'ended_at'],
  booking_bans: ['service_request_id', 'trip_id', 'until', 'created_at', 'ended_at'],
  vehicle_pauses: ['trip_id', 'until', 'reason', 'user_id', 'created_at', 'ended_at'],
} as const satisfies Record<string, readonly string[]>

/**
 * Rows by table and id, each as JSON: timetables of two weeks have tens of thousands, and only those that an action
 * changed are ever looked into.
 */
export type Snapshot = ReadonlyMap<Table, ReadonlyMap<number, string>>

const read = async (tx: Transaction<DB>, table: Table, where: ReturnType<typeof sql>): Promise<Map<number, string>> => {
  const columns = sql.join([sql.ref('id'), ...tables[table].map((column) => sql.ref(column))])
  const { rows } = await sql<{ id: number; row: string }>`select id, to_jsonb(x)::text as row
    from (select ${columns} from ${sql.table(table)} where ${where}) x`.execute(tx)
  return new Map(rows.map(({ id, row }) => [id, row]))
}

const OPEN_TRIPS = sql`current_state in ('staged', 'live', 'in_transit')`
const OPEN_BOOKINGS = sql`status in ('created', 'assigned', 'unassigned', 'secured', 'on_board')`

/** The ids of rows that are not open any more, and count all the same. */
type Also = { bookings?: readonly number[]; trips?: readonly number[]; closures?: readonly number[] }

/**
 * The open rows of the zone's plan, as they are now. With `before`, also those that were open then: two of them tell what
 * was changed in between.
 */
export const readRows = async (
  { tx, zone }: PlanChange,
  also: Also = {},
  before: Snapshot = new Map(),
): Promise<Snapshot> => {
  const known = (table: Table, more: readonly number[] = []) => [...(before.get(table)?.keys() ?? []), ...more]
  const { zone_id, region_id } = zone
  const among = (ids: readonly number[]) => sql`id = any(${ids}::int[])`
  const ofBookings = sql`service_request_id in (select id from service_requests where zone_id = ${zone_id})`
  const trips = await read(
    tx,
    'trips',
    sql`(zone_id = ${zone_id} and ${OPEN_TRIPS}) or ${among(known('trips', also.trips))}`,
  )
  const tripIds = [...trips.keys()]
  return new Map<Table, Map<number, string>>([
    ['trips', trips],
    [
      'trip_stops',
      await read(
        tx,
        'trip_stops',
        sql`(trip_id = any(${tripIds}::int[]) and departed_at is null)
        or ${among(known('trip_stops'))}`,
      ),
    ],
    [
      'service_requests',
      await read(
        tx,
        'service_requests',
        sql`(zone_id = ${zone_id} and ${OPEN_BOOKINGS})
        or ${among(known('service_requests', also.bookings))}`,
      ),
    ],
    [
      'service_plans',
      await read(tx, 'service_plans', sql`id in (select service_plan_id from trips where id = any(${tripIds}::int[]))`),
    ],
    [
      'road_closures',
      await read(
        tx,
        'road_closures',
        sql`(region_id = ${region_id} and lifted_at is null)
        or ${among(known('road_closures', also.closures))}`,
      ),
    ],
    [
      'booking_pins',
      await read(tx, 'booking_pins', sql`(ended_at is null and ${ofBookings}) or ${among(known('booking_pins'))}`),
    ],
    [
      'booking_bans',
      await read(tx, 'booking_bans', sql`(ended_at is null and ${ofBookings}) or ${among(known('booking_bans'))}`),
    ],
    [
      'vehicle_pauses',
      await read(
        tx,
        'vehicle_pauses',
        sql`(ended_at is null and trip_id = any(${tripIds}::int[]))
        or ${among(known('vehicle_pauses'))}`,
      ),
    ],
  ])
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const rowIn = (text: string): Row => JSON.parse(text) as Row // of `read`

/** Every row that differs. */
export const changedRows = (before: Snapshot, after: Snapshot): RowChange[] => {
  const changes: RowChange[] = []
  for (const [table, rows] of after) {
    const old = before.get(table) ?? new Map<number, string>()
    for (const id of new Set([...rows.keys(), ...old.keys()])) {
      const [was, row] = [old.get(id), rows.get(id)]
      if (was !== row)
        changes.push({
          table,
          id,
          before: was === undefined ? null : rowIn(was),
          after: row === undefined ? null : rowIn(row),
        })
    }
  }
  return changes
}

/** Columns that the action changed in a row that was there before and is afterwards. */
const changedColumns = ({ before, after }: RowChange): string[] =>
  before === null || after === null
    ? []
    : Object.keys(before).filter((column) => !isEqual(before[column], after[column]))

/** What may have moved on by itself: what is expected is worked out again. */
const isEstimate = (column: string): boolean => column === 'eta'

type Rows = ReadonlyMap<Table, ReadonlyMap<number, Row>>

/** The rows as they are now, of those that an action touched. */
export const rowsNow = async ({ tx }: PlanChange, changes: readonly RowChange[]): Promise<Rows> => {
  const found = new Map<Table, Map<number, Row>>()
  for (const [table, touched] of Map.groupBy(changes, ({ table }) => table as Table)) {
    // of `changedRows`
    const rows = await read(tx, table, sql`id = any(${touched.map(({ id }) => id)}::int[])`)
    found.set(table, new Map([...rows].map(([id, text]) => [id, rowIn(text)])))
  }
  return found
}

/**
 * The changes of rows that are not as the action left them: what it wrote was written again since. A column that is back
 * to what it was before is no conflict.
 */
export const conflictingRows = (changes: readonly RowChange[], now: Rows): RowChange[] =>
  changes.filter((change) => {
    const { table, id, before, after } = change
    const row = now.get(table as Table)?.get(id) // of `changedRows`
    if (after === null) return row !== undefined
    if (row === undefined) return true
    // Made by the action: whatever has happened to it since would be lost.
    if (before === null)
      return Object.keys(after).some((column) => !isEstimate(column) && !isEqual(after[column], row[column]))
    return changedColumns(change).some(
      (column) => !isEstimate(column) && !isEqual(after[column], row[column]) && !isEqual(before[column], row[column]),
    )
  })

const populated = (table: Table, rows: readonly Row[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`

/**
 * Writes rows back as they were before the action: the columns that it changed, the rows that it deleted, under their own
 * ids, and without those that it added.
 */
export const restoreRows = async (change: PlanChange, changes: readonly RowChange[]): Promise<void> => {
  const of = (table: Table) => changes.filter((one) => one.table === table)
  const added = (table: Table) => of(table).flatMap(({ id, before }) => (before === null ? [id] : []))
  // What holds planning now ends before what held it then begins: only one of a kind stands at a time.
  await endAdded(change, added)
  // Schedules first, which trips name, and stops before bookings; those that go last.
  for (const table of Object.keys(tables) as Table[]) {
    const rows = of(table)
    const gone = rows.flatMap(({ before, after }) => (before !== null && after === null ? [before] : []))
    if (gone.length > 0) {
      const columns = sql.join([sql.ref('id'), ...tables[table].map((column) => sql.ref(column))])
      const stamped = table === 'service_plans'
      await sql`insert into ${sql.table(table)} (${columns}${stamped ? sql`, updated_at` : sql``})
        overriding system value
        select ${columns}${stamped ? sql`, ${change.now}::timestamptz` : sql``} from ${populated(table, gone)}`.execute(
        change.tx,
      )
    }
    for (const [key, group] of Map.groupBy(rows, (row) => changedColumns(row).join())) {
      if (key === '') continue
      const set = sql.join(key.split(',').map((column) => sql`${sql.ref(column)} = ${sql.ref(`v.${column}`)}`))
      const touched = table === 'trips' || table === 'service_requests' || table === 'service_plans'
      await sql`update ${sql.table(table)} as t set ${set}${touched ? sql`, updated_at = ${change.now}` : sql``}
        from ${populated(
          table,
          group.flatMap(({ before }) => (before === null ? [] : [before])),
        )} v where t.id = v.id`.execute(change.tx)
    }
  }
  for (const [tripId, stops] of Map.groupBy(of('trip_stops'), ({ after }) => Number(after?.['trip_id'])))
    await deleteStops(
      change,
      tripId,
      stops.flatMap(({ id, before }) => (before === null ? [id] : [])),
    )
  for (const id of added('trips'))
    await updateTrip(change, id, { current_state: 'cancelled', status_message: 'Undone' })
  const schedules = added('service_plans')
  if (schedules.length > 0) await change.tx.deleteFrom('service_plans').where('id', 'in', schedules).execute()
  noteRows(change, changes)
}

/** What a person held planning to, and a closed road, end and stay as what was. */
const endAdded = async (change: PlanChange, added: (table: Table) => number[]): Promise<void> => {
  for (const [table, column] of ENDED) {
    const ids = added(table)
    if (ids.length > 0)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${change.now}
        where id = any(${ids}::int[]) and ${sql.ref(column)} is null`.execute(change.tx)
  }
}

const ENDED = [
  ['booking_pins', 'ended_at'],
  ['booking_bans', 'ended_at'],
  ['vehicle_pauses', 'ended_at'],
  ['road_closures', 'lifted_at'],
] as const

const noteRows = (change: PlanChange, changes: readonly RowChange[]): void => {
  for (const { table, id, before, after } of changes) {
    const row = before ?? after ?? {}
    const number = (column: string): number | null => (typeof row[column] === 'number' ? row[column] : null)
    if (table === 'trips') noteTrip(change, id)
    else if (table === 'service_requests') noteBooking(change, id, number('trip_id'))
    else if (table === 'service_plans') noteSchedule(change, id)
    else if (table === 'booking_pins' || table === 'booking_bans') {
      const booking = number('service_request_id')
      if (booking !== null && !change.noted.bookings.has(booking)) noteBooking(change, booking, null)
    } else {
      const trip = number('trip_id')
      if (trip === null) change.noted.plan = true
      else noteTrip(change, trip)
    }
  }
}
