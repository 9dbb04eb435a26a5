import { SeriesGroupInput } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { canonical } from './canonical.ts'
import type { columnsOf } from './create.ts'
import type { Input } from './input.ts'
import type { GroupAsked } from './read-row.ts'

export type Columns = Awaited<ReturnType<typeof columnsOf>>
/** `group`: as it is written in the row, also where the row cannot be read. */
export type Judged = { name: string; group: string } & (
  | { columns: Columns; input: Input; asked: GroupAsked | null }
  | { problems: string[] }
)
type Right = Extract<Judged, { columns: unknown }>

/** The places of the rows: those of a group together, each other by itself, in the order of the file. */
export const partsOf = (judged: readonly Judged[]): number[][] => {
  const parts: number[][] = []
  const groups = new Map<string, number[]>()
  for (const [row, { group }] of judged.entries()) {
    const known = group === '' ? undefined : groups.get(group)
    if (known !== undefined) {
      known.push(row)
      continue
    }
    const part = [row]
    if (group !== '') groups.set(group, part)
    parts.push(part)
  }
  return parts
}

/** What keeps the rows of a group from being one, with what is wrong with each by itself. */
export const groupProblems = (part: readonly Judged[], own: readonly string[][], mayGroup: boolean): string[][] => {
  const rows = part.filter((one): one is Right => 'columns' in one)
  const ofAll = !mayGroup
    ? ['Group: you may not make groups']
    : rows.length < part.length
      ? []
      : ruleProblems(rows).map((problem) => `Group: ${problem}`)
  const isWrong = own.some((some) => some.length > 0)
  const another = isWrong ? ['Group: another row of this group was not added'] : []
  return own.map((some) => (some.length > 0 ? [...some, ...ofAll] : [...ofAll, ...another]))
}

const ruleProblems = (rows: readonly Right[]): string[] => {
  const same = new Set(
    rows.map(({ columns, input, asked }) => canonical([spanOf(columns, input), asked?.seating, asked?.all_or_none])),
  )
  if (same.size > 1) return ['all of its rows need the same zone, days, dates, times and vehicles']
  const [first] = rows
  if (first === undefined || first.asked === null) return []
  const { pattern, starts_on, ends_on, ride_count, left_out, added, legs } = first.input
  const read = SeriesGroupInput.safeParse({
    ...first.asked,
    pattern,
    starts_on,
    ends_on,
    ride_count,
    left_out,
    added,
    ways: legs.map(({ time, departing }) => ({ time, departing })),
    members: rows.map(({ input: { traveler_id, payment_method, legs: ways } }) => ({
      ...ways[0],
      traveler_id,
      payment_method,
    })),
  })
  return read.success ? [] : [...new Set(read.error.issues.map(({ message }) => message))]
}

/** What all members of a group have in common. */
const spanOf = (
  { zone_id }: Right['columns'],
  { pattern, starts_on, ends_on, ride_count, legs }: Right['input'],
): unknown[] => [
  zone_id,
  pattern,
  starts_on,
  ends_on ?? null,
  ride_count ?? null,
  legs.map(({ time, departing }) => [time, departing]),
]

/** The group that the series of these rows are of; nothing for a row without one. */
export const insertGroup = async (
  tx: Transaction<DB>,
  [first]: readonly Judged[],
): Promise<{ series_group_id?: number }> => {
  if (first === undefined || !('columns' in first) || first.asked === null) return {}
  const { zone_id, created_by, created_at } = first.columns
  const { id } = await tx
    .insertInto('series_groups')
    .values({ ...first.asked, zone_id, created_by, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { series_group_id: id }
}
