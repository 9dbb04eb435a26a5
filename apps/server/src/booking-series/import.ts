import { setImmediate } from 'node:timers/promises'
import { BookingSeriesInput, type ImportOutcome, type Place, type SeriesImport } from '@ambit/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { holds } from '../http/authenticate.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { HttpError } from '../http/errors.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { regionScope, type Scope, visibleTravelers, withinScope } from '../http/scope.ts'
import { placeNamed } from '../places/queries.ts'
import { canonical } from './canonical.ts'
import { columnsOf, insertSeries } from './create.ts'
import { type Columns, groupProblems, insertGroup, type Judged, partsOf } from './import-groups.ts'
import { type Input, zoneFor } from './input.ts'
import { admitNew } from './share.ts'
import { columnAt, groupInRow, nameInRow, readSeriesRow, type RowAsked, type Spot, type WayAsked } from './read-row.ts'

type Reading = { actor: Actor; hidden: Hidden }

/** What a row is refused for, as a sentence that begins with its column. */
class RowProblem extends Error {}

/**
 * Makes the series of the rows that are right, and says of each other why it is not. Rows that name a group are made one,
 * all of them or none. One call is one transaction, and a file travels in several calls; sending the same call again is
 * safe by its Idempotency-Key.
 */
export const importSeries = async (
  deps: Deps,
  { rows }: z.output<typeof SeriesImport>,
  reading: Reading,
  keep: Keep,
): Promise<{ data: ImportOutcome[]; meta: { total: number; total_count: number } }> => {
  const judged: Judged[] = []
  for (const sent of rows) {
    // Looking addresses up takes some milliseconds: others are served in between.
    await setImmediate()
    judged.push(await judge(deps, sent, reading))
  }
  const mayGroup = await holds(deps, 'TravellerManagement:group:canCreate', reading.actor)
  return deps.db.transaction().execute(async (tx) => {
    const passengers = judged.flatMap((one) => ('columns' in one ? [one.columns.traveler_id] : []))
    // Two imports at once make the series of a passenger one after the other.
    await tx
      .selectFrom('travelers')
      .where('id', '=', sql<number>`any(${passengers}::int[])`)
      .orderBy('id')
      .select('id')
      .forNoKeyUpdate()
      .execute()
    const made: ImportOutcome[] = []
    for (const part of partsOf(judged)) made.push(...(await insertPart(tx, deps, part, { judged, mayGroup })))
    const data = made.toSorted((a, b) => a.row - b.row)
    return keep(tx, { data, meta: { total: data.length, total_count: data.length } })
  })
}

type Part = { judged: readonly Judged[]; mayGroup: boolean }

/** Makes a row that goes by itself, or the rows of a group with it. */
const insertPart = async (
  tx: Transaction<DB>,
  { clock }: Deps,
  rows: readonly number[],
  { judged, mayGroup }: Part,
): Promise<ImportOutcome[]> => {
  const part = rows.flatMap((row) => judged[row] ?? [])
  const twins: string[][] = []
  for (const one of part) twins.push(await problemsOf(tx, one))
  const problems = part[0]?.group === '' ? twins : groupProblems(part, twins, mayGroup)
  const isRight = problems.every((some) => some.length === 0)
  const group = isRight ? await insertGroup(tx, part) : {}
  const outcomes: ImportOutcome[] = []
  for (const [index, one] of part.entries()) {
    const id = isRight && 'columns' in one ? await insertSeries(tx, { ...one.columns, ...group }) : null
    outcomes.push({ row: rows[index] ?? 0, name: one.name, id, problems: problems[index] ?? [] })
  }
  for (const { id } of outcomes) if (id !== null) await admitNew(tx, clock, id)
  return outcomes
}

/** Why a row makes no series; none: it does. */
const problemsOf = async (tx: Transaction<DB>, one: Judged): Promise<string[]> => {
  if ('problems' in one) return one.problems
  const twin = await sameSeries(tx, one.columns)
  return twin === undefined ? [] : [`This passenger makes this journey already: series ${twin}`]
}

const judge = async (deps: Deps, sent: Readonly<Record<string, string>>, reading: Reading): Promise<Judged> => {
  const read = readSeriesRow(sent)
  const known = { name: nameInRow(sent), group: groupInRow(sent) }
  if ('problems' in read) return { ...known, problems: read.problems }
  try {
    const { input, passenger } = await looked(deps, read.asked, reading)
    const parsed = BookingSeriesInput.safeParse(input)
    if (!parsed.success)
      return {
        ...known,
        problems: parsed.error.issues.map(({ path, message }) => sentence(`/${path.join('/')}`, message)),
      }
    const chosen = await withMethod(deps, parsed.data, read.asked, regionScope(reading.actor))
    const columns = await columnsOf(deps, chosen, reading.actor)
    const name = described(passenger, columns.words, chosen)
    return { ...known, name, columns, input: chosen, asked: read.asked.group }
  } catch (error) {
    if (error instanceof RowProblem) return { ...known, problems: [error.message] }
    if (!(error instanceof HttpError) || error.status !== 422) throw error
    return { ...known, problems: error.errors.map(({ source, detail }) => sentence(source?.pointer ?? '', detail)) }
  }
}

/** Where the row names no payment method it is the first that the zone takes, as in the wizard. */
const withMethod = async (deps: Deps, input: Input, asked: RowAsked, scope: Scope): Promise<Input> => {
  if (asked.payment_method !== '') return input
  const { payment_methods } = await zoneFor(deps, input, scope)
  return { ...input, payment_method: payment_methods[0] ?? input.payment_method }
}

const sentence = (pointer: string, detail: string): string => {
  const column = columnAt(pointer)
  return column === null ? detail : `${column}: ${detail}`
}

/** So that a person sees where an address was found. */
const described = (passenger: string, pattern: string, { legs: [there] }: Input): string =>
  `${passenger}: ${pattern}, ${there?.time ?? ''}, ${there?.origin.name ?? ''} → ${there?.destination.name ?? ''}`

/** The row with its passenger, zone and places looked up. Throws `RowProblem` for what is not found. */
const looked = async (deps: Deps, asked: RowAsked, { actor, hidden }: Reading) => {
  const scope = regionScope(actor)
  const passenger = await passengerOf(deps.db, asked, scope, hidden.has('name'))
  const zone_id = asked.zone === '' ? null : await zoneOf(deps.db, asked.zone, scope)
  const legs = []
  for (const [index, way] of asked.ways.entries())
    legs.push(await legOf(deps, way, { scope, column: index === 0 ? 'There' : 'Back' }))
  const { pattern, starts_on, ends_on, ride_count, left_out, added, comment } = asked
  const input = {
    traveler_id: passenger.id,
    zone_id,
    pattern,
    starts_on,
    ends_on,
    ride_count,
    left_out,
    added,
    legs,
    payment_method: asked.payment_method || 'cash',
    comment: comment || null,
  }
  return { input, passenger: passenger.name }
}

/** By number, else by a name that one passenger alone has. */
const passengerOf = async (
  db: Kysely<DB>,
  { traveler_id, passenger }: RowAsked,
  scope: Scope,
  unnamed: boolean,
): Promise<{ id: number; name: string }> => {
  if (traveler_id === null && unnamed) throw new RowProblem('Passenger number: please enter a number')
  const found = await db
    .selectFrom('travelers')
    .where(visibleTravelers(scope))
    .where(
      traveler_id === null
        ? sql<boolean>`lower(first_name || ' ' || last_name) = lower(${passenger.replace(/\s+/g, ' ')})`
        : sql<boolean>`id = ${traveler_id}`,
    )
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .limit(2)
    .execute()
  const [only] = found
  if (only === undefined) throw new RowProblem('Passenger: there is no such passenger')
  if (found.length > 1)
    throw new RowProblem('Passenger: several passengers have this name. Please enter the passenger number')
  return { id: only.id, name: unnamed ? String(only.id) : only.name }
}

const zoneOf = async (db: Kysely<DB>, name: string, scope: Scope): Promise<number> => {
  const found = await db
    .selectFrom('zones')
    .where(withinScope(scope, 'region_id'))
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .select('id')
    .limit(2)
    .execute()
  const [only] = found
  if (only === undefined) throw new RowProblem('Zone: there is no such zone')
  if (found.length > 1) throw new RowProblem('Zone: several zones have this name. Please leave it empty')
  return only.id
}

type Within = { scope: Scope; column: 'There' | 'Back' }

const legOf = async (deps: Deps, { time, departing, people, from, to }: WayAsked, { scope, column }: Within) => ({
  time,
  departing,
  passengers: Array.from({ length: people }, () => ({ fare_type: 'adult' as const })),
  origin: await placeOf(deps, from, scope, `${column} from`),
  destination: await placeOf(deps, to, scope, `${column} to`),
})

/** By its coordinates, else a place of the place book by its name, else an address. */
const placeOf = async (deps: Deps, { name, point }: Spot, scope: Scope, column: string): Promise<Place> => {
  if (point !== null) return { name, point }
  const booked = await placeNamed(deps.db, scope, name)
  if (booked !== undefined) return { name: booked.name, point: booked.target }
  const [address] = deps.streets.current()?.addresses.suggest(name, { limit: 1 }) ?? []
  if (address === undefined) throw new RowProblem(`${column}: it was not found. Please enter latitude and longitude`)
  return { name: address.label, point: [address.position[0], address.position[1]] }
}

/** A series of the passenger that goes on, on the same days at the same times between the same places. */
const sameSeries = async (tx: Kysely<DB>, columns: Columns): Promise<number | undefined> => {
  const rows = await tx
    .selectFrom('booking_series')
    .where('traveler_id', '=', columns.traveler_id)
    .where('words', '=', columns.words)
    .where('ended_at', 'is', null)
    .where('last_on', '>=', columns.starts_on)
    .select(['id', 'legs'])
    .execute()
  const ways = (legs: unknown): string => canonical(legs)
  return rows.find(({ legs }) => ways(legs) === ways(JSON.parse(columns.legs)))?.id
}
