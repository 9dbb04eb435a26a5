import { refuseCrewChange } from '@ambit/domain'
import type { CrewField } from '@ambit/domain'
import type { TripInput } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import type { FieldError } from '../http/errors.ts'
import { regionScope, type Scope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { changePlans, noteSchedule } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { replaceVehicles } from '../planning/change/replace-vehicles.ts'
import { asActionOfZones } from '../planning/effects/as-action.ts'
import { recordTrips, updateTrip } from '../planning/change/trips.ts'
import { clashFault, isOverlap } from '../service-plans/clash.ts'
import { crewFaults } from '../service-plans/crew.ts'
import { findClash } from '../service-plans/queries.ts'
import { findTrip, tripRecord } from './queries.ts'
import type { TripRecord, TripRow } from './queries.ts'

export type CrewAssignment = TripInput & { id: number; version: number | null }
type Tx = Transaction<DB>

/** Gives one trip another driver or vehicle, and its schedule with it. */
export const assignTrip = async (deps: Deps, assignment: CrewAssignment, actor: Actor): Promise<TripRecord> => {
  const [trip] = await assign(deps, [assignment], actor, () => ({ at: '', name: '' }))
  if (trip === undefined) throw notFound()
  return trip
}

/** The same for several: all of them, or none. What is refused names the trip, at its place in the list. */
export const assignTrips = async (
  deps: Deps,
  ids: readonly number[],
  list: readonly Omit<CrewAssignment, 'version'>[],
  actor: Actor,
) => {
  if (list.length !== ids.length || list.some(({ id }, index) => id !== ids[index]))
    throw invalid([{ pointer: '/query/ids', detail: 'The ids must be those of the list, in the same order' }])
  if (new Set(ids).size < ids.length) throw invalid([{ pointer: '/query/ids', detail: 'Name each trip once' }])
  const assignments = list.map((one) => ({ ...one, version: null }))
  const data = await assign(deps, assignments, actor, (index, trip) => ({ at: `/${index}`, name: `${trip}: ` }))
  return { data, meta: { total: data.length, total_count: data.length } }
}

/** Where a fault of the trip at this place of the list points, and how it begins. */
type Telling = (index: number, tripName: string) => { at: string; name: string }

const told = (faults: readonly FieldError[], { at, name }: ReturnType<Telling>): FieldError[] =>
  faults.map(({ pointer, detail, ...rest }) => ({ ...rest, pointer: `${at}${pointer}`, detail: `${name}${detail}` }))

const assign = async (
  deps: Deps,
  assignments: readonly CrewAssignment[],
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
    await changePlans(deps, zones, 'schedule', async (plans) => {
      const [first] = assignments
      if (first === undefined) return
      const { id: trip_id, vehicle_id, driver_id } = first
      const recorded = {
        action: { kind: 'change_crew' as const, trip_id, vehicle_id, driver_id },
        title:
          assignments.length === 1
            ? 'Change vehicle and driver'
            : `Change vehicle and driver of ${assignments.length} trips`,
        by: byActor(actor),
        reason: null,
      }
      await asActionOfZones(plans, recorded, () => changeCrews(plans, { assignments, visible, actor, telling }))
    })
  } catch (error) {
    // Two people at the same moment in different zones pass the question; the constraint decides.
    if (isOverlap(error))
      throw invalid([{ pointer: '', detail: 'Another user has just assigned this vehicle or driver' }])
    throw error
  }
  const now = deps.clock.now()
  const rows = await Promise.all(assignments.map(({ id }) => findTrip(deps.db, id, null)))
  return rows.flatMap((row) => (row === undefined ? [] : [tripRecord(row, now)]))
}

type Crews = {
  assignments: readonly CrewAssignment[]
  /** the trips of the assignments, in the same order */
  visible: readonly (TripRow | undefined)[]
  actor: Actor
  telling: Telling
}

const changeCrews = async (
  plans: readonly PlanChange[],
  { assignments, visible, actor, telling }: Crews,
): Promise<void> => {
  const replaced = new Map<PlanChange, Set<number>>(plans.map((plan) => [plan, new Set()]))
  for (const [index, assignment] of assignments.entries()) {
    const plan = plans.find(({ zone }) => zone.zone_id === visible[index]?.zone_id)! // of this trip's zone
    const change = await changeCrew(plan, assignment, actor)
    if ('faults' in change) throw invalid(told(change.faults, telling(index, change.name)))
    if (change.changed.has('vehicle_id')) replaced.get(plan)?.add(assignment.id)
  }
  for (const [plan, tripIds] of replaced)
    for (const [id, fault] of await replaceVehicles(plan, tripIds)) {
      const index = assignments.findIndex((one) => one.id === id)
      throw invalid(told([fault], telling(index, visible[index]?.name ?? '')))
    }
}

/** Gives one trip another crew, as a part of a change. Throws 422 for one that cannot be, at its field. */
export const changeCrewInPlan = async (
  change: PlanChange,
  assignment: CrewAssignment,
  actor: Actor,
): Promise<ReadonlySet<CrewField>> => {
  const crew = await changeCrew(change, assignment, actor)
  if ('faults' in crew) throw invalid(crew.faults)
  if (crew.changed.has('vehicle_id'))
    for (const [, fault] of await replaceVehicles(change, new Set([assignment.id]))) throw invalid([fault])
  return crew.changed
}

const changeCrew = async (
  change: PlanChange,
  { id, version, ...crew }: CrewAssignment,
  actor: Actor,
): Promise<{ changed: ReadonlySet<CrewField> } | { name: string; faults: FieldError[] }> => {
  const { tx, now } = change
  const row = await findTrip(tx, id, null)
  fresh(row && tripRecord(row, now), version)
  if (row === undefined) throw notFound()
  const fields = ['vehicle_id', 'driver_id'] as const
  const changed = new Set<CrewField>(fields.filter((field) => crew[field] !== row[field]))
  const faults = await faultsOf(tx, regionScope(actor), row, { crew, changed })
  if (faults.length > 0) return { name: row.name, faults }
  if (changed.size > 0) await write(change, row, crew, { changed, actor })
  return { changed }
}

const faultsOf = async (
  tx: Tx,
  scope: Scope,
  row: TripRow,
  { crew, changed }: { crew: TripInput; changed: ReadonlySet<CrewField> },
): Promise<FieldError[]> => {
  const refused = refuseCrewChange({ ...row, ...row.counts }, changed)
  if (refused !== null) return [{ pointer: refused.field === null ? '' : `/${refused.field}`, detail: refused.detail }]
  const asked = {
    vehicle_id: changed.has('vehicle_id') ? crew.vehicle_id : null,
    driver_id: changed.has('driver_id') ? crew.driver_id : null,
  }
  const unfit = await crewFaults(tx, scope, asked)
  if (unfit.length > 0) return unfit
  const window = { id: row.service_plan_id ?? 0, start_time: row.start_datetime, end_time: row.end_datetime }
  const clashes = [
    await findClash(tx, { ...window, ...asked, driver_id: null }),
    await findClash(tx, { ...window, ...asked, vehicle_id: null }),
  ].filter((clash) => clash !== null)
  if (clashes.length > 0) return clashes.map((clash) => clashFault(scope, clash))
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

type Writing = { changed: ReadonlySet<CrewField>; actor: Actor }

/** The schedule has the same crew as its trip: so no one is planned twice, whichever of them is asked. */
const write = async (change: PlanChange, row: TripRow, crew: TripInput, { changed, actor }: Writing): Promise<void> => {
  const { tx, now } = change
  if (row.service_plan_id !== null) {
    noteSchedule(change, row.service_plan_id)
    await tx
      .updateTable('service_plans')
      .set({ ...crew, updated_at: now })
      .where('id', '=', row.service_plan_id)
      .execute()
  }
  await updateTrip(change, row.id, crew)
  // The last position was the other vehicle's.
  if (changed.has('vehicle_id')) await tx.deleteFrom('trip_monitors').where('trip_id', '=', row.id).execute()
  const after = await findTrip(tx, row.id, null)
  const entry = { trip_id: row.id, message: null }
  await recordTrips(change, byActor(actor), [
    ...(changed.has('driver_id')
      ? [
          {
            ...entry,
            change: 'driver' as const,
            before: row.driver_name,
            after: after?.driver_name ?? null,
            former_driver_id: row.driver_id,
          },
        ]
      : []),
    ...(changed.has('vehicle_id')
      ? [
          {
            ...entry,
            change: 'vehicle' as const,
            before: row.vehicle_number,
            after: after?.vehicle_number ?? null,
            former_vehicle_id: row.vehicle_id,
          },
        ]
      : []),
  ])
}
