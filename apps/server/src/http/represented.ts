import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Actor, Call } from './bind.ts'
import { forbidden, invalid, notFound } from './errors.ts'
import { organisationOf, representedBy } from './scope.ts'

// Representatives of organisations see their passengers alone, and this is the one place that sees to it: which calls they
// may make is said by the contract, whom a call may name and what a list is narrowed to here, before its handler runs, and
// an answer that would tell of somebody else does not leave.

/** Throws 403 for a representative where the contract does not say that the call answers them. */
export const refuseRepresentative = ({ represented }: Endpoint, actor: Actor): void => {
  if (!represented && representedBy(actor) !== null) throw forbidden('This address is not for representatives')
}

type Whose = (id: number) => RawBuilder<unknown>
const ofTable =
  (table: string): Whose =>
  (id) =>
    sql`select traveler_id from ${sql.table(table)} where id = ${id}`

/** SQL: the passengers of what a field names. */
const byField: Readonly<Record<string, Whose>> = {
  traveler_id: (id) => sql`select ${id}::int as traveler_id`,
  service_request_id: ofTable('service_requests'),
  service_availability_search_id: ofTable('service_availability_searches'),
  service_offering_id: (id) =>
    sql`select s.traveler_id from service_offerings o join service_availability_searches s
      on s.id = o.service_availability_search_id where o.id = ${id}`,
  open_return_id: ofTable('open_returns'),
}

/** The same for the id in an address, by what the address begins with. */
const byPath: Readonly<Record<string, Whose>> = {
  travelers: byField['traveler_id']!, // above
  service_requests: ofTable('service_requests'),
  service_availability_searches: ofTable('service_availability_searches'),
  journeys: (id) => sql`select traveler_id from service_requests where journey_id = ${id}`,
  booking_series: ofTable('booking_series'),
  open_returns: ofTable('open_returns'),
  waitlist_entries: (id) =>
    sql`select s.traveler_id from waitlist_entries w join service_availability_searches s
      on s.id = w.service_availability_search_id where w.id = ${id}`,
}

/** The filter by which each list is narrowed to the passengers, or to the organisation. */
const filters: Readonly<Record<string, 'traveler' | 'id' | 'organisation'>> = {
  'travelers.list': 'id',
  'serviceRequests.list': 'traveler',
  'bookingSeries.list': 'traveler',
  'openReturns.list': 'traveler',
  'waitlistEntries.list': 'traveler',
  'organisationTravelers.list': 'traveler',
  'organisations.list': 'organisation',
}

/** What a representative's call is made of: narrowed to the passengers; 404 and 422 for others. Of other callers as it is. */
export const asRepresented = async (
  db: Kysely<DB>,
  endpoint: Endpoint,
  call: Call<Endpoint>,
): Promise<Call<Endpoint>> => {
  const seen = representedBy(call.actor)
  if (seen === null || endpoint.ownAccount) return call
  await requireSeenPath(db, endpoint, call, seen)
  for (const [pointer, field, id] of [...named(call.query), ...named(call.body)])
    if (!(await isSeen(db, byField[field]!(id), seen)))
      // of `named`
      throw invalid([{ pointer, detail: 'There is no such record' }])
  return narrowed(endpoint, call, seen)
}

const requireSeenPath = async (
  db: Kysely<DB>,
  { path }: Endpoint,
  { params, actor }: Call<Endpoint>,
  seen: readonly number[],
): Promise<void> => {
  const { id } = params as { id?: number }
  if (id === undefined) return
  const [, table = ''] = path.split('/')
  const whose = byPath[table]
  const fits =
    table === 'organisations'
      ? id === organisationOf(actor)
      : whose !== undefined && (await isSeen(db, whose(id), seen))
  if (!fits) throw notFound()
}

/** There is such a record, and it tells of those passengers alone. */
const isSeen = async (db: Kysely<DB>, whose: RawBuilder<unknown>, seen: readonly number[]): Promise<boolean> => {
  const { rows } = await sql<{ seen: boolean | null }>`
    select bool_and(w.traveler_id = any(${seen}::int[])) as seen from (${whose}) w`.execute(db)
  return rows[0]?.seen === true
}

/** What an input names, with where: ids of passengers, and of what is a passenger's. */
const named = (input: unknown, pointer = ''): [pointer: string, field: string, id: number][] => {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([field, value]: [string, unknown]): [string, string, number][] =>
    typeof value === 'number' && Object.hasOwn(byField, field)
      ? [[`${pointer}/${field}`, field, value]]
      : named(value, `${pointer}/${field}`),
  )
}

const narrowed = (endpoint: Endpoint, call: Call<Endpoint>, seen: readonly number[]): Call<Endpoint> => {
  const by = filters[endpoint.name]
  if (by === undefined) return call
  const { filter = {}, ...query } = call.query as { filter?: Record<string, unknown> }
  const own = organisationOf(call.actor)
  const within = (key: string, allowed: readonly number[]) => {
    const asked = filter[key] as readonly number[] | undefined // a list of ids
    return { [key]: asked === undefined ? allowed : asked.filter((id) => allowed.includes(id)) }
  }
  const ownAlone = own === null ? [] : [own]
  const limits = by === 'organisation' ? within('id', ownAlone) : within(by, seen)
  const also = endpoint.name === 'organisationTravelers.list' ? within('organisation', ownAlone) : {}
  return { ...call, query: { ...query, filter: { ...filter, ...limits, ...also } } }
}

/** Throws 404 for an answer that tells a representative of somebody else, which no call is to come to. */
export const refuseOthersIn = (actor: Actor, answer: unknown): void => {
  const seen = representedBy(actor)
  if (seen !== null && tellsOfOthers(answer, new Set(seen))) throw notFound()
}

const tellsOfOthers = (value: unknown, seen: ReadonlySet<number>): boolean => {
  if (typeof value !== 'object' || value === null || value instanceof Date) return false
  const { traveler_id } = value as { traveler_id?: unknown }
  if (typeof traveler_id === 'number' && !seen.has(traveler_id)) return true
  return Object.values(value).some((one) => tellsOfOthers(one, seen))
}
