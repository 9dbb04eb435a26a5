import { WAITLIST_MOST_MINUTES, type WaitlistEntryInput } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { regionScope, type Scope, userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findSearch } from '../searches/queries.ts'
import { requireCard } from '../service-requests/sell.ts'
import { lockPassenger } from '../service-requests/under-rules.ts'
import { searchToWait, waitingZone, whyNot } from './outlook.ts'
import { findEntry, waitingOf } from './store/queries.ts'

type Input = z.output<typeof WaitlistEntryInput>

const MINUTE_MS = 60_000

type Put = {
  scope: Scope
  by: number | null
  /** why a passenger who waits for that time already is refused, with the number of the other entry */
  twice: (entryId: number) => string
}
const toStaff = (entryId: number): string => `This passenger waits for that time already, with entry ${entryId}`

/**
 * Puts a refused search on the waiting list of its zone. 422 at the field for what does not go: a search with offerings, a
 * frame that is over or leaves the wish out, another entry of the passenger for that time, or a list that is full.
 */
export const createEntry = (deps: Deps, input: Input, actor: Actor, keep: Keep) =>
  putToWait(deps, input, { scope: regionScope(actor), by: userIdOf(actor), twice: toStaff }, (tx, entry) =>
    keep(tx, { data: entry }),
  )

type Entry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** The same for who may see searches of these regions. */
export const putToWait = async <T>(
  deps: Deps,
  input: Input,
  { scope, by, twice }: Put,
  answer: (tx: Transaction<DB>, entry: Entry) => Promise<T>,
): Promise<T> => {
  const { service_availability_search_id, mode, payment_method } = input
  const found = await searchToWait(deps.db, service_availability_search_id, scope)
  const { search, zone } = found
  const now = deps.clock.now()
  const frame = frameOf(input, search.traveling_at, zone.waitlist_give_up_minutes, now)
  if (!zone.payment_methods.includes(payment_method))
    throw invalid([
      { pointer: '/payment_method', detail: `Journeys here are paid by ${zone.payment_methods.join(' or ')}` },
    ])
  await requireCard(deps, { traveler_id: search.traveler_id, payment_method })
  return deps.db.transaction().execute(async (tx) => {
    // Of two entries at once for the last place, or of one passenger, the second waits for the first.
    await lockPassenger(tx, search.traveler_id)
    await tx.selectFrom('zones').where('id', '=', zone.id).select('id').forNoKeyUpdate().execute()
    const other = await waitingBeside(tx, search.traveler_id, frame)
    if (other !== undefined) throw invalid([{ pointer: '/service_availability_search_id', detail: twice(other.id) }])
    const { refused } = await whyNot(tx, found)
    if (refused !== null) throw invalid([{ pointer: '/service_availability_search_id', detail: refused }])
    const waits = { service_availability_search_id, zone_id: zone.id, ...frame, mode, payment_method }
    const id = await insertEntry(tx, waits, by, now)
    return answer(tx, (await findEntry(tx, null, id))!) // inserted above
  })
}

type Waiting = {
  service_availability_search_id: number
  zone_id: number
  earliest_at: Date
  latest_at: Date
  give_up_at: Date
  mode: Input['mode']
  payment_method: Input['payment_method']
}

const insertEntry = async (
  tx: Transaction<DB>,
  waiting: Waiting,
  created_by: number | null,
  now: Date,
): Promise<number> => {
  const { id } = await tx
    .insertInto('waitlist_entries')
    .values({ ...waiting, service_request_id: null, created_by, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChanged(tx, 'waitlist_entries', id)
  return id
}

type Instead = Pick<Waiting, 'earliest_at' | 'latest_at' | 'payment_method'> & { search_id: number }

/**
 * Puts a ride that the service could not book on the waiting list, also where what was offered may not be taken. Null
 * where the zone has no list, it is full, or the entry would be given up at once.
 */
export const waitInstead = async (
  tx: Transaction<DB>,
  { search_id, ...frame }: Instead,
  now: Date,
): Promise<number | null> => {
  const search = await findSearch(tx, search_id, null)
  const zone = await waitingZone(tx, search?.zone_id ?? null)
  if (search === undefined || zone === undefined) return null
  const give_up_at = new Date(frame.latest_at.getTime() - zone.waitlist_give_up_minutes * MINUTE_MS)
  if (give_up_at <= now || (await whyNot(tx, { search, zone })).refused !== null) return null
  const waits = { service_availability_search_id: search_id, zone_id: zone.id, ...frame, give_up_at }
  return insertEntry(tx, { ...waits, mode: 'book' }, null, now)
}

const frameOf = (input: Input, wish: Date, giveUpMinutes: number, now: Date) => {
  const [earliest_at, latest_at] = [new Date(input.earliest_at), new Date(input.latest_at)]
  const most = WAITLIST_MOST_MINUTES * MINUTE_MS
  const refuse = (pointer: string, detail: string) => invalid([{ pointer, detail }])
  if (earliest_at > wish) throw refuse('/earliest_at', 'The earliest time is at or before the wish')
  if (latest_at < wish) throw refuse('/latest_at', 'The latest time is at or after the wish')
  if (wish.getTime() - earliest_at.getTime() > most || latest_at.getTime() - wish.getTime() > most)
    throw refuse(
      wish.getTime() - earliest_at.getTime() > most ? '/earliest_at' : '/latest_at',
      `An acceptable time is at most ${WAITLIST_MOST_MINUTES / 60} hours from the wish`,
    )
  const give_up_at = new Date(latest_at.getTime() - giveUpMinutes * MINUTE_MS)
  if (give_up_at <= now)
    throw refuse(
      '/latest_at',
      `An entry is given up ${giveUpMinutes} minutes before its latest time, which would be at once. Please choose a later one`,
    )
  return { earliest_at, latest_at, give_up_at }
}

/** Another entry of the passenger for that time. */
const waitingBeside = async (
  tx: Transaction<DB>,
  travelerId: number,
  { earliest_at, latest_at }: { earliest_at: Date; latest_at: Date },
) => (await waitingOf(tx, travelerId)).find((entry) => entry.earliest_at <= latest_at && entry.latest_at >= earliest_at)
