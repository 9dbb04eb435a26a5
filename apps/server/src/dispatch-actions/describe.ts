import { encodeFlexiblePolyline } from '@ambit/geo'
import type { Effect, EffectTrip } from '@ambit/contract'
import { sql } from 'kysely'
import { wouldTell } from '../messages/would-tell.ts'
import { streetsWithout } from '../planning/plan/closures.ts'
import type { TripWays, Way } from '../planning/effects/effect.ts'
import type { Side, Sides } from '../planning/effects/sides.ts'
import { startPoint } from '../planning/plan/start-point.ts'
import { legsThrough } from '../streets/drives.ts'
import type { Deps } from '../deps.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import type { Outcome } from './carry-out.ts'

/** An effect in all its words: with what would be told to whom, names of places, and ways along the streets. */
export const describe = ({ effect, sides, run }: Outcome): Promise<Effect> => {
  const { deps, change, changes, notes, fares, couldServe } = run
  return described({ deps, change, changes, effect, sides, notes, fares, couldServe: [...couldServe] })
}

type Described = Pick<Outcome, 'effect' | 'sides'> & {
  deps: Deps
  change: PlanChange
  changes: readonly PlanChange[]
  notes: string[]
  fares: Effect['fares']
  couldServe: number[]
}

const described = async (one: Described): Promise<Effect> => {
  const { deps, changes, effect, notes, fares, couldServe } = one
  // After what the effect reads: messages are written to be read.
  const [drivers, trips] = [await driversOf(one), await tripsOf(one)]
  const told = await wouldTell(deps, changes)
  return {
    totals: effect.totals,
    bookings: effect.bookings,
    messages: told.messages,
    to_call: told.to_call,
    drivers,
    trips,
    could_serve: couldServe,
    fares,
    irreversible: irreversibleIn(one, told.messages.length),
    notes,
  }
}

/** The same of an undo. */
export const describeUndo = async (
  deps: Deps,
  { effect, sides, notes }: Pick<Outcome, 'effect' | 'sides'> & { notes: string[] },
  changes: readonly PlanChange[],
): Promise<Effect> => {
  const [change] = changes
  if (change === undefined) throw new Error('An undo changes one plan at least')
  return described({ deps, change, changes, effect, sides, notes, fares: [], couldServe: [] })
}

/** Drivers whose app shows another plan. */
const driversOf = async ({ effect, change }: Described): Promise<Effect['drivers']> => {
  const ids = effect.trips.filter(differs).map(({ trip_id }) => trip_id)
  if (ids.length === 0) return []
  return change.tx
    .selectFrom('trips as t')
    .innerJoin('drivers as d', 'd.id', 't.driver_id')
    .innerJoin('vehicles as v', 'v.id', 't.vehicle_id')
    .where('t.id', 'in', ids)
    .select(['t.id as trip_id', 'v.vehicle_number', 'd.id as driver_id'])
    .select(sql<string>`d.first_name || ' ' || d.last_name`.as('driver_name'))
    .orderBy('t.id')
    .execute()
}

const differs = ({ before, after }: TripWays): boolean => {
  const shape = (way: Way | null) =>
    JSON.stringify(way?.stops.map(({ boardings, alightings }, at) => [way.location_ids[at], boardings, alightings]))
  return shape(before) !== shape(after)
}

const irreversibleIn = ({ effect, sides }: Described, messages: number): Effect['irreversible'] => {
  const told: Effect['irreversible'] = []
  for (const { service_request_id, marks, outcome } of effect.bookings)
    if (marks.includes('on_board') && outcome !== 'unchanged')
      told.push({
        kind: 'boarded',
        service_request_id,
        trip_id: null,
        text: `Booking ${service_request_id} has boarded: where the passengers are stays as it then is`,
      })
  for (const side of sides)
    for (const trip_id of side.touched) {
      const trip = side.before.trips.get(trip_id)
      if (trip?.state === 'in_transit')
        told.push({
          kind: 'driven',
          service_request_id: null,
          trip_id,
          text: `${trip.vehicle_number} is on its way: what it has driven by then stays driven`,
        })
    }
  if (messages > 0)
    told.push({
      kind: 'message_delivered',
      service_request_id: null,
      trip_id: null,
      text:
        messages === 1
          ? 'A message that was delivered is followed by another one'
          : `${messages} messages: those that were delivered are followed by others`,
    })
  return told
}

type Places = ReadonlyMap<number, string>

const tripsOf = async ({ effect, sides, deps, change }: Described): Promise<EffectTrip[]> => {
  const ids = [
    ...new Set(
      effect.trips.flatMap(({ before, after }) => [...(before?.location_ids ?? []), ...(after?.location_ids ?? [])]),
    ),
  ]
  const rows =
    ids.length === 0
      ? []
      : await change.tx.selectFrom('locations').where('id', 'in', ids).select(['id', 'name']).execute()
  const names: Places = new Map(rows.map(({ id, name }) => [id, name]))
  return effect.trips.filter(differs).flatMap(({ before, after, ...trip }) => {
    const own = sides.find(({ touched }) => touched.has(trip.trip_id))
    if (own === undefined) return []
    return [
      {
        ...trip,
        before: wayIn(deps, own, 'before', trip.trip_id, before, names),
        after: wayIn(deps, own, 'after', trip.trip_id, after, names),
      },
    ]
  })
}

/** A day on a route repeats itself: so many stops are drawn. */
const MOST_DRAWN = 40

const wayIn = (
  deps: Deps,
  sides: Sides,
  which: 'before' | 'after',
  tripId: number,
  way: Way | null,
  names: Places,
): EffectTrip['before'] => {
  if (way === null) return null
  const side = sides[which]
  const stops = way.stops.map((stop, at) => ({ ...stop, location_name: names.get(way.location_ids[at] ?? 0) ?? '' }))
  return { stops, ends_at: way.ends_at, path: pathOf(deps, side, tripId, way) }
}

const pathOf = ({ streets }: Deps, { context }: Side, tripId: number, way: Way): string | null => {
  const known = streets.current()
  const trip = context.plan.trips.find(({ id }) => id === tripId)
  if (known === null || trip === undefined || way.stops.length === 0) return null
  const { plan, monitors, now } = context
  const from =
    monitors.get(tripId)?.point ??
    plan.points.get(trip.last_location_id ?? -1) ??
    startPoint(plan.settings, trip.vehicle_id)
  const places = [
    ...(from === null || from === undefined ? [] : [from]),
    ...way.location_ids.slice(0, MOST_DRAWN).flatMap((id) => {
      const point = plan.points.get(id)
      return point === undefined ? [] : [point]
    }),
  ]
  const legs = legsThrough(streetsWithout(known, plan.settings.closures, now), places)
  const path = legs.flatMap((leg) => leg?.path ?? [])
  return path.length === 0 ? null : encodeFlexiblePolyline(path)
}
