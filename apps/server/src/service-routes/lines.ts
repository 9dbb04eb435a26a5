import type { Block, FixedRouteLeg, ServiceRoute, ServiceRouteLine } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import type { Streets } from '@ambit/streets'
import type { Deps } from '../deps.ts'
import { driveBetween } from '../streets/drives.ts'
import type { PlacedStop, RouteRow, RouteSchedule } from './queries.ts'

type RouteStop = { point: LngLat; dwell_seconds: number }

/** The drive from one stop to the next in whole seconds; its line is null where no street joins them. */
const legBetween = (streets: Streets, from: LngLat, to: LngLat): Omit<FixedRouteLeg, 'from' | 'to'> => {
  const drive = driveBetween(streets, from, to)
  return drive === null
    ? { distance_m: 0, duration_s: 0, polyline: null }
    : { distance_m: drive.distance_m, duration_s: Math.round(drive.duration_s), polyline: drive.polyline }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The line through the stops in order. A leg that no street joins adds nothing to its sums. */
export const lineThrough = (streets: Streets, stops: readonly RouteStop[]): ServiceRouteLine => {
  const legs = stops.slice(1).map((stop, at): FixedRouteLeg => ({
    from: at,
    to: at + 1,
    ...legBetween(streets, stops[at]!.point, stop.point), // the one before
  }))
  const driving = sum(legs.map(({ duration_s }) => duration_s))
  return {
    legs,
    distance_m: sum(legs.map(({ distance_m }) => distance_m)),
    driving_s: driving,
    running_time_s: driving + sum(stops.slice(1, -1).map(({ dwell_seconds }) => dwell_seconds)),
  }
}

/**
 * How many runs fit into so many seconds: after each, the vehicle dwells at the last stop, drives back to the first and
 * dwells there before it leaves again.
 */
export const runsWithin = (seconds: number, line: ServiceRouteLine, backSeconds: number, ends: number): number => {
  const run = line.running_time_s
  if (run <= 0 || seconds < run) return 0
  return 1 + Math.floor((seconds - run) / (run + backSeconds + ends))
}

/** Rows as the contract has them: the line and its blocks are derived from the streets; without them, no line. */
export const withLines = (deps: Pick<Deps, 'streets'>, rows: readonly RouteRow[]) => {
  const streets = deps.streets.current()
  return rows.map(({ stops, schedules, ...route }) => ({
    ...route,
    stops: stops.map(({ zone_stop_id, dwell_seconds }) => ({ zone_stop_id, dwell_seconds })),
    ...(streets === null ? withoutStreets(schedules) : onStreets(streets, stops, schedules)),
  }))
}

type Derived = Pick<ServiceRoute, 'line' | 'blocks'>

const withoutStreets = (schedules: readonly RouteSchedule[]): Derived => ({
  line: null,
  blocks: schedules.map((schedule) => ({ ...schedule, runs: 0 })),
})

const onStreets = (streets: Streets, stops: readonly PlacedStop[], schedules: readonly RouteSchedule[]): Derived => {
  const line = lineThrough(streets, stops)
  const [first, last] = [stops[0], stops.at(-1)]
  if (first === undefined || last === undefined || schedules.length === 0) return { line, blocks: [] }
  // A loop ends where the next run begins: one dwell, no way back.
  const loop = first.zone_stop_id === last.zone_stop_id
  const back = loop ? 0 : legBetween(streets, last.point, first.point).duration_s
  const ends = last.dwell_seconds + (loop ? 0 : first.dwell_seconds)
  const blocks = schedules.map((schedule): Block => {
    const seconds = (Date.parse(schedule.end_time) - Date.parse(schedule.start_time)) / 1000
    return { ...schedule, runs: runsWithin(seconds, line, back, ends) }
  })
  return { line, blocks }
}
