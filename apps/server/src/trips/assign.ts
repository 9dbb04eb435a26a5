import { refuseCrewChange } from '@ambit/domain'
import type { CrewField } from '@ambit/domain'
import type { LiveEvent, TripInput } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { lockPlan } from '../planning/plan/queries.ts'
import type { Actor } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import type { FieldError } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { publish } from '../live/publish.ts'
import { clashFault, isOverlap } from '../service-plans/clash.ts'
import { crewFaults } from '../service-plans/crew.ts'
import { findClash } from '../service-plans/queries.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { recordTripHistory } from '../planning/change/trip-history.ts'
import { findTrip, tripRecord } from './queries.ts'
import type { TripRecord, TripRow } from './queries.ts'
import { replaceVehicles } from '../planning/change/replace-vehicles.ts'

export type Assignment = TripInput & { id: number; version: number | null }
type Tx = Transaction<DB>

/** Gives one trip another driver or vehicle, and its schedule with it. */
export const assignTrip = async (deps: Deps, assignment: Assignment, actor: Actor): Promise<TripRecord> => {
  const [trip] = await assign(deps, [assignment], actor, () => ({ at: '', name: '' }))
  if (trip === undefined) throw notFound()
  return trip
}

/** The same for several: all of them, or none. What is refused is told by the trip's name, at its place in the list. */
export const assignTrips = async (
  deps: Deps,
  ids: readonly number[],
  list: readonly Omit<Assignment, 'version'>[],
  actor: Actor,
) => {
  if (list.length !== ids.length || list.some(({ id }, index) => id !== ids[index]))
    throw invalid([{ pointer: '/query/ids', detail: 'The ids are those of the list, in its order' }])
  if (new Set(ids).size < ids.length) throw invalid([{ pointer: '/query/ids', detail: 'Name each trip once' }])
  const assignments = list.map((one) => ({ ...one, version: null }))
  const data = await assign(deps, assignments, actor, (index, trip) => ({ at: `/${index}`, name: `${trip}: ` }))
  return { data, meta: { total: data.length, total_count: data.length } }
}

/** How a fault of the trip at this place of the list is told. */
type Telling = (index: number, tripName: string) => { at: string; name: string }

const told = (faults: readonly FieldError[], { at, name }: ReturnType<Telling>): FieldError[] =>
  faults.map(({ pointer, detail, ...rest }) => ({ ...rest, pointer: `${at}${pointer}`, detail: `${name}${detail}` }))

const assign = async (
  deps: Deps,
  assignments: readonly Assignment[],
  actor: Actor,
  telling: Telling,
): Promise<TripRecord[]> => {
  const regions = regionScope(actor)
  const visible = await Promise.all(assignments.map(({ id }) => findTrip(deps.db, id, regions)))
  const missing = visible.flatMap((row, index) =>
    row === undefined ? [{ pointer: `${telling(index, '').at}/id`, detail: 'There is no such record' }] : [],
  )
  if (missing.length > 0) throw missing[0]?.pointer === '/id' ? notFound() : invalid(missing)
  const zones = [...new Set(visible.flatMap((row) => row?.zone_id ?? []))].toSorted((a, b) => a - b)
  try {
    await deps.db.transaction().execute(async (tx) => {
      for (const zone of zones) await lockPlan(tx, zone)
      const changes: Change[] = []
      for (const [index, assignment] of assignments.entries()) {
        const change = await changeCrew(deps, tx, assignment, actor)
        if ('faults' in change) throw invalid(told(change.faults, telling(index, change.name)))
        changes.push(change)
      }
      for (const zone of zones) {
        const own = changes.filter(({ trip }) => trip.zone_id === zone)
        const replaced = own.filter(({ changed }) => changed.has('vehicle_id')).map(({ trip }) => trip.id)
        const faults = await replaceVehicles(deps, tx, zone, new Set(replaced))
        for (const [id, fault] of faults) {
          const index = assignments.findIndex((one) => one.id === id)
          throw invalid(told([fault], telling(index, visible[index]?.name ?? '')))
        }
      }
      await publish(tx, changes.flatMap(eventsOf))
    })
  } catch (error) {
    // Two people at the same moment in different zones pass the question; the constraint decides.
    if (isOverlap(error))
      throw invalid([{ pointer: '', detail: 'Somebody else has just planned this vehicle or driver' }])
    throw error
  }
  const now = deps.clock.now()
  const rows = await Promise.all(assignments.map(({ id }) => findTrip(deps.db, id, null)))
  return rows.flatMap((row) => (row === undefined ? [] : [tripRecord(row, now)]))
}

type Change = { trip: TripRow; changed: ReadonlySet<CrewField> }

const changeCrew = async (
  deps: Deps,
  tx: Tx,
  { id, version, ...crew }: Assignment,
  actor: Actor,
): Promise<Change | { name: string; faults: FieldError[] }> => {
  const now = deps.clock.now()
  const row = await findTrip(tx, id, null)
  fresh(row && tripRecord(row, now), version)
  if (row === undefined) throw notFound()
  const fields = ['vehicle_id', 'driver_id'] as const
  const changed = new Set<CrewField>(fields.filter((field) => crew[field] !== row[field]))
  const faults = await faultsOf(tx, row, crew, changed)
  if (faults.length > 0) return { name: row.name, faults }
  if (changed.size > 0) await write(tx, row, crew, { changed, now, actor })
  return { trip: row, changed }
}

const faultsOf = async (
  tx: Tx,
  row: TripRow,
  crew: TripInput,
  changed: ReadonlySet<CrewField>,
): Promise<FieldError[]> => {
  const refused = refuseCrewChange({ ...row, ...row.counts }, changed)
  if (refused !== null) return [{ pointer: refused.field === null ? '' : `/${refused.field}`, detail: refused.detail }]
  const asked = {
    vehicle_id: changed.has('vehicle_id') ? crew.vehicle_id : null,
    driver_id: changed.has('driver_id') ? crew.driver_id : null,
  }
  const unfit = await crewFaults(tx, asked)
  if (unfit.length > 0) return unfit
  const window = { id: row.service_plan_id ?? 0, start_time: row.start_datetime, end_time: row.end_datetime }
  const clashes = [
    await findClash(tx, { ...window, ...asked, driver_id: null }),
    await findClash(tx, { ...window, ...asked, vehicle_id: null }),
  ].filter((clash) => clash !== null)
  if (clashes.length > 0) return clashes.map(clashFault)
  return asked.driver_id === null ? [] : stillOut(tx, row, asked.driver_id)
}

/** A driver who is on the road with another trip takes over none that is under way. */
const stillOut = async (tx: Tx, row: TripRow, driverId: number): Promise<FieldError[]> => {
  if (row.current_state === 'staged') return []
  const other = await tx
    .selectFrom('trips')
    .select('name')
    .where('driver_id', '=', driverId)
    .where('id', '<>', row.id)
    .where('current_state', 'in', ['live', 'in_transit'])
    .executeTakeFirst()
  return other === undefined ? [] : [{ pointer: '/driver_id', detail: `This driver is still on ${other.name}` }]
}

type Writing = { changed: ReadonlySet<CrewField>; now: Date; actor: Actor }

/** The schedule has the same crew as its trip: so nobody is planned twice, whichever of them is asked. */
const write = async (tx: Tx, row: TripRow, crew: TripInput, { changed, now, actor }: Writing): Promise<void> => {
  await tx
    .updateTable('service_plans')
    .set({ ...crew, updated_at: now })
    .where('id', '=', row.service_plan_id)
    .execute()
  await tx
    .updateTable('trips')
    .set({ ...crew, updated_at: now })
    .where('id', '=', row.id)
    .execute()
  // The last position was the other vehicle's.
  if (changed.has('vehicle_id')) await tx.deleteFrom('trip_monitors').where('trip_id', '=', row.id).execute()
  const after = await findTrip(tx, row.id, null)
  const entry = { trip_id: row.id, message: null }
  await recordTripHistory(tx, now, byActor(actor), [
    ...(changed.has('driver_id')
      ? [{ ...entry, change: 'driver' as const, before: row.driver_name, after: after?.driver_name ?? null }]
      : []),
    ...(changed.has('vehicle_id')
      ? [{ ...entry, change: 'vehicle' as const, before: row.vehicle_number, after: after?.vehicle_number ?? null }]
      : []),
  ])
}

const eventsOf = ({ trip, changed }: Change): LiveEvent[] => {
  const place = { zone_id: trip.zone_id, region_id: trip.region_id }
  return changed.size === 0
    ? []
    : [
        { kind: 'trip', trip_id: trip.id, ...place },
        ...(trip.service_plan_id === null
          ? []
          : [{ kind: 'service_plan' as const, service_plan_id: trip.service_plan_id, ...place }]),
      ]
}
