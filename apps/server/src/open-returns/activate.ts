import { WAITLIST_MOST_MINUTES } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { createSearch } from '../searches/create.ts'
import type { SearchRecord } from '../searches/queries.ts'
import { askerOf } from '../searches/question.ts'
import { requireWaiting } from './store/end.ts'
import { findOpenReturn, lockOpenReturn, type OpenReturnRow, readOpenReturn, wishOf } from './store/queries.ts'
import { serviceEndOf } from './store/service-end.ts'

const MINUTE_MS = 60_000

/**
 * The passenger calls: a search for now. Where nothing picks the passenger up within the minutes that the zone aims at, the
 * call becomes an entry of the waiting list in the transaction that stores the search. 404 out of sight, 409 where it has
 * ended.
 */
export const activateOpenReturn = async (deps: Deps, id: number, actor: Actor, keep: Keep) => {
  const asked = await readOpenReturn(deps.db, regionScope(actor), id)
  if (asked === undefined) throw notFound()
  requireWaiting(asked)
  const question = {
    ...wishOf(asked),
    traveling_at: deps.clock.now().toISOString(),
    departing: true,
    open_return_id: id,
    test_trips: false as const,
  }
  const ends = await serviceEndOf(deps.db, { ...asked, date: asked.on_day })
  return createSearch(deps, question, askerOf(actor), async (tx, search) => {
    const row = (await lockOpenReturn(tx, null, id))! // read above, and never removed while its passenger is there
    requireWaiting(row)
    const [now, minutes] = [deps.clock.now(), row.open_return_minutes]
    const latest = now.getTime() + minutes * MINUTE_MS
    const in_time = search.service_offerings.some(({ pickup }) => pickup.lower_bound.getTime() <= latest)
    const entry = in_time ? null : await entryOf(tx, row, search, { ends, by: userIdOf(actor), now })
    await tx
      .updateTable('open_returns')
      .set({
        called_at: row.called_at ?? now,
        updated_at: now,
        ...(entry === null ? {} : { waitlist_entry_id: entry }),
      })
      .where('id', '=', id)
      .execute()
    await recordChanged(tx, 'open_returns', id)
    const open_return = (await findOpenReturn(tx, null, id))! // locked above
    return keep(tx, { data: { open_return, service_availability_search: search, in_time, minutes } })
  })
}

type Waiting = { ends: Date; by: number | null; now: Date }

/** The entry of the waiting list that the call becomes, also where the list is full or there is none; the one that waits already. */
const entryOf = async (
  tx: Transaction<DB>,
  { zone_id, waitlist_entry_id, payment_method }: OpenReturnRow,
  search: SearchRecord,
  { ends, by, now }: Waiting,
): Promise<number> => {
  if (waitlist_entry_id !== null) {
    const waits = await tx
      .selectFrom('waitlist_entries')
      .where('id', '=', waitlist_entry_id)
      .where('state', '=', 'waiting')
      .select('id')
      .executeTakeFirst()
    if (waits !== undefined) return waits.id
  }
  // Any ride of the day brings the passenger home.
  const latest_at = ends > now ? ends : new Date(now.getTime() + WAITLIST_MOST_MINUTES * MINUTE_MS)
  const { id } = await tx
    .insertInto('waitlist_entries')
    .values({
      service_availability_search_id: search.id,
      zone_id,
      earliest_at: search.traveling_at < now ? search.traveling_at : now,
      latest_at,
      mode: 'book',
      payment_method,
      give_up_at: latest_at,
      service_request_id: null,
      created_by: by,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChanged(tx, 'waitlist_entries', id)
  return id
}
