import { type RawBuilder, sql, type Transaction } from 'kysely'
import { endSentLinks } from '../access/ride-links.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { refuseOthers, regionScope, userIdOf } from '../http/scope.ts'
import { keepLastRides } from '../retention/bookings.ts'
import { undoneUntil } from '../retention/old-merges.ts'
import { announceMoved } from './announce.ts'
import { bringZonesBack, type Said, saidOf, unchanged, type Values, write } from './fields.ts'
import { putBack } from './helpers.ts'
import { endAccess } from './merge.ts'
import { type Moved, moveAll, moves } from './moves.ts'
import { ofPerson, refuseObstacles } from './obstacles.ts'
import { findMerge, lockMerge } from './queries.ts'
import { withPlans } from './with-plans.ts'
import { fieldWords, rowWords } from './words.ts'

type Undoing = { id: number; actor: Actor; keep: Keep }
type Merge = NonNullable<Awaited<ReturnType<typeof lockMerge>>>

/**
 * Makes two records of one again: what was moved and has not changed hands goes back, with what came of it since, and fields
 * say what they said, as far as nobody changed them. Who was signed in is so no longer. Answers what could not be brought
 * back.
 */
export const undoMerge = async (deps: Deps, { id, actor, keep }: Undoing) => {
  const scope = regionScope(actor)
  const { kept_id: kept, merged_id: merged } = (await lockMerge(deps.db, scope, id)) ?? nothing()
  return withPlans(deps, [kept, merged], async (tx, announce) => {
    const now = deps.clock.now()
    const merge = (await lockMerge(tx, scope, id)) ?? nothing()
    refuseOthers(scope, 'passenger', merge)
    const { theirs, was } = saidBy(merge, now)
    refuseOthers(scope, 'passenger', theirs)
    refuseObstacles(await ofPerson(tx, kept, now))
    // The other person may be signed in to what was one record, and rides of both are its until they go back.
    await endAccess(deps, tx, kept)
    await endSentLinks(tx, kept)
    const fields = await bringFieldsBack(tx, { kept, merged, was, theirs, now })
    await keepLastRides(tx, await withoutName(tx, merge.moved), merged)
    const asked = await withWhatCame(tx, kept, merge.moved)
    const moved = await moveAll(tx, { from: kept, to: merged }, asked)
    await bringZonesBack(tx, kept, was.zone_ids)
    const { moved: first, removed } = merge
    const missing = await putBack(tx, merged, { removed, answering: first['answering'] ?? [] })
    await tx
      .updateTable('traveler_merges')
      .set({
        undone_at: now,
        undone_by: userIdOf(actor),
        moved: '{}',
        removed: '[]',
        kept_before: null,
        merged_before: null,
      })
      .where('id', '=', id)
      .execute()
    await announce(moved['service_requests.traveler_id'] ?? [])
    await announceMoved(tx, { kept, merged }, moved)
    const left = [
      ...fields,
      ...stayed(asked, moved),
      ...(missing === 0 ? [] : ['Some helpers were linked anew since and stay so']),
    ]
    return keep(tx, { data: { ...(await findMerge(tx, id, now))!, left } }) // locked above
  })
}

const nothing = (): never => {
  throw notFound()
}

/** Throws 409 for a merge that was undone, or is too old. */
const saidBy = ({ undone_at, merged_at, merged_before, kept_before }: Merge, now: Date) => {
  if (undone_at !== null) throw conflict('This merge was undone already')
  if (merged_before === null || kept_before === null || undoneUntil(merged_at) <= now)
    throw conflict('A merge can be undone for 30 days, which are over')
  return { theirs: merged_before as Said, was: kept_before as Values & { zone_ids: number[] } } // as merging wrote them
}

type Fields = { kept: number; merged: number; was: Values; theirs: Said; now: Date }

/** The passenger who stayed first: what the other brought is free then. */
const bringFieldsBack = async (tx: Transaction<DB>, { kept, merged, was, theirs, now }: Fields): Promise<string[]> => {
  const { values, changed } = unchanged(await saidOf(tx, kept), was, theirs)
  const left = changed.map((field) => `${fieldWords(field)} of passenger ${kept} was changed since and stays`)
  await write(tx, kept, await withoutTaken(tx, kept, values, left), now)
  const free = await withoutTaken(tx, merged, theirs, left)
  await write(tx, merged, { ...free, email: free.email ?? null }, now)
  await tx.updateTable('travelers').set({ anonymised_at: null, merged_into: null }).where('id', '=', merged).execute()
  // Either of the two may have chosen it while they were one.
  const forgotten = await tx
    .updateTable('travelers')
    .set({ password_hash: null })
    .where('id', '=', kept)
    .where('password_hash', 'is not', null)
    .executeTakeFirst()
  const without = forgotten.numUpdatedRows === 0n ? [merged] : [kept, merged]
  return [...left, ...without.map((who) => `Passenger ${who} signs in with a code again, or with a new password`)]
}

/** Without a username or e-mail address that somebody else has by now. */
const withoutTaken = async (tx: Transaction<DB>, id: number, values: Values, left: string[]): Promise<Values> => {
  const free = { ...values }
  for (const field of ['username', 'email'] as const) {
    const value = values[field]
    if (typeof value !== 'string') continue
    const { rows } = await sql<{ id: number }>`
      select id from travelers where lower(${sql.ref(field)}) = lower(${value}) and id <> ${id}`.execute(tx)
    if (rows[0] === undefined) continue
    delete free[field]
    left.push(`${fieldWords(field)} of passenger ${id} belongs to passenger ${rows[0].id} by now`)
  }
  return free
}

/** Rides that moved and have lost their name since. */
const withoutName = (tx: Transaction<DB>, moved: Moved): Promise<number[]> => {
  const rides = (moved['service_requests.traveler_id'] ?? []).map(Number)
  return idsOf(tx, sql`select id from service_requests where id = any(${rides}::int[]) and anonymised_at is not null`)
}

/** What moved, with what came of it since: rides of its recurring and multi-leg journeys, and what is said of its rides. */
const withWhatCame = async (tx: Transaction<DB>, kept: number, moved: Moved): Promise<Moved> => {
  const of = (key: string) => (moved[key] ?? []).map(Number)
  const series = of('booking_series.traveler_id')
  const first = of('service_requests.traveler_id')
  const occurrence = sql`from booking_series_occurrences where booking_series_id = any(${series}::int[])`
  const bookings = await idsOf(
    tx,
    sql`select id from service_requests where id = any(${first}::int[]) or traveler_id = ${kept} and (
      id in (select service_request_id ${occurrence}) or journey_id in (
        select journey_id from service_requests where id = any(${first}::int[])))`,
  )
  const rides = sql`service_request_id = any(${bookings}::int[])`
  const returns = await idsOf(
    tx,
    sql`select id from open_returns where id = any(${of('open_returns.traveler_id')}::int[]) or traveler_id = ${kept}
      and journey_id in (select journey_id from service_requests where id = any(${bookings}::int[]))`,
  )
  const came: Moved = {
    'service_requests.traveler_id': bookings,
    'open_returns.traveler_id': returns,
    'service_availability_searches.traveler_id': await idsOf(
      tx,
      sql`select id from service_availability_searches where traveler_id = ${kept} and (${rides}
        or open_return_id = any(${returns}::int[]) or id in (
          select service_availability_search_id from waitlist_entries where id in (select waitlist_entry_id ${occurrence})))`,
    ),
    'feedbacks.traveler_id': await idsOf(tx, sql`select id from feedbacks where traveler_id = ${kept} and ${rides}`),
    'messages.traveler_id': await idsOf(tx, sql`select id from messages where traveler_id = ${kept} and ${rides}`),
  }
  return Object.fromEntries(
    moves.map(({ table, column }) => {
      const key = `${table}.${column}`
      return [key, [...new Set([...(moved[key] ?? []), ...(came[key] ?? [])])]]
    }),
  )
}

const idsOf = async (tx: Transaction<DB>, query: RawBuilder<unknown>): Promise<number[]> =>
  (await sql<{ id: number }>`${query}`.execute(tx)).rows.map(({ id }) => id)

/** What was removed since, or belongs with something else by now. */
const stayed = (asked: Moved, moved: Moved): string[] =>
  moves.flatMap(({ table, column }) => {
    const key = `${table}.${column}`
    const count = (asked[key]?.length ?? 0) - (moved[key]?.length ?? 0)
    return count === 0 ? [] : [`${rowWords(table)} that were removed since or cannot go back: ${count}`]
  })
