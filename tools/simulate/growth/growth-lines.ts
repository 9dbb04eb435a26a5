import { statedGrowth } from '../../../apps/server/src/database/growth.ts'
import type { Reading } from './read-growth.ts'

/** What growth.ts speaks of: it is stated for so many vehicles and bookings a day. */
const STATED_FOR = { vehicles: 100, requests: 2000 }
/** What is stated up to this many rows a day does not depend on the fleet: a row for each kind of what is removed, say. */
const FOR_ANY_FLEET = 30
/** Rows a day that say nothing yet. */
const FEW = 5
/** So much faster in the second half than in the first is not by chance. */
const FASTER = 1.25
/** The share of their memory that caches may still fill after the first half. */
const MEMORY_SHARE = 0.1

export type Growth = {
  /** the days that were read, one reading for each, of which the first is left out: the town is new on it */
  days: number
  in_use_mb: Course
  process_mb: Course
  database_mb: Course
  database_mb_a_day: { first_half: number; second_half: number }
  /** tables with more new rows a day than `growth.ts` states, for so many vehicles and requests */
  above: TableGrowth[]
  /** tables that grew faster in the second half than in the first */
  faster: TableGrowth[]
}
/** On the first morning that is read, on the one in the middle, and on the last. */
type Course = { first: number; middle: number; last: number }
type TableGrowth = { table: string; first_half: number; second_half: number; stated: number | null }

/** Compares the halves of a run of at least five days. Rows and MB are those of a day. */
export const growthOf = (
  readings: readonly Reading[],
  { vehicles, requests }: { vehicles: number; requests: number },
): Growth => {
  const settled = readings.slice(1)
  const [first, middle, last] = [settled[0], settled[Math.floor((settled.length - 1) / 2)], settled.at(-1)]
  if (first === undefined || middle === undefined || last === undefined || middle === first || middle === last)
    throw new Error('Growth takes five days at least')
  const halves = { first: settled.indexOf(middle), second: settled.length - 1 - settled.indexOf(middle) }
  const share = Math.max(vehicles / STATED_FOR.vehicles, requests / STATED_FOR.requests)
  const tables = Object.keys(last.rows).map((table): TableGrowth => {
    const stated = statedGrowth[table]
    const bounded = stated !== undefined && !('records' in stated.bound)
    return {
      table,
      first_half: ((middle.rows[table] ?? 0) - (first.rows[table] ?? 0)) / halves.first,
      second_half: ((last.rows[table] ?? 0) - (middle.rows[table] ?? 0)) / halves.second,
      stated: bounded ? Math.max(stated.rows * share, Math.min(stated.rows, FOR_ANY_FLEET)) : null,
    }
  })
  const mb = (field: 'in_use_mb' | 'process_mb' | 'database_mb') => ({
    first: first[field],
    middle: middle[field],
    last: last[field],
  })
  return {
    days: readings.length,
    in_use_mb: mb('in_use_mb'),
    process_mb: mb('process_mb'),
    database_mb: mb('database_mb'),
    database_mb_a_day: {
      first_half: (middle.database_mb - first.database_mb) / halves.first,
      second_half: (last.database_mb - middle.database_mb) / halves.second,
    },
    above: tables.filter(({ second_half, stated }) => stated !== null && second_half > stated + FEW),
    faster: tables.filter(({ first_half, second_half }) => second_half > FASTER * Math.max(0, first_half) + FEW),
  }
}

/** One sentence for each thing that grows when it should not. */
export const growingIn = ({ in_use_mb, above, faster }: Growth): string[] => [
  ...(in_use_mb.last > in_use_mb.middle * (1 + MEMORY_SHARE)
    ? [`memory: ${in_use_mb.middle.toFixed(1)} MB in use became ${in_use_mb.last.toFixed(1)} MB`]
    : []),
  ...above.map(
    ({ table, second_half, stated }) =>
      `rows: ${table} grows by ${second_half.toFixed(0)} a day, ${stated?.toFixed(0)} are stated`,
  ),
  ...faster.map(
    ({ table, first_half, second_half }) =>
      `rows: ${table} grows by ${second_half.toFixed(0)} a day, by ${first_half.toFixed(0)} before`,
  ),
]

export const morningLine = (day: number, { in_use_mb, process_mb, database_mb }: Reading): string =>
  `Morning ${day} · ${in_use_mb.toFixed(1)} MB in use, ${process_mb.toFixed(0)} MB of the process, ${database_mb.toFixed(0)} MB of the database`

/** The report's lines. */
export const growthLines = (growth: Growth): string[] => {
  const { days, in_use_mb, process_mb, database_mb, database_mb_a_day } = growth
  const course = (...mb: number[]) => mb.map((one) => `${one.toFixed(1)} MB`).join(', ')
  const change = ({ first, middle, last }: Course) => course(first, middle, last)
  const wrong = growingIn(growth)
  return [
    `Growth from the 2nd of ${days} mornings to the last, each read at 4:00`,
    `  Memory in use                       ${change(in_use_mb)}`,
    `  Memory of the process               ${change(process_mb)}`,
    `  Database                            ${change(database_mb)}`,
    `    a day, in the halves              ${course(database_mb_a_day.first_half, database_mb_a_day.second_half)}`,
    ...(wrong.length === 0 ? ['  Nothing grows beyond what is stated'] : wrong.map((line) => `  ${line}`)),
  ]
}
