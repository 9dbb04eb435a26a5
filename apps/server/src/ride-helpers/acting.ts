import { type HelperRight, helperRights } from '@ambit/contract'
import { type Kysely, sql } from 'kysely'
import { among } from '../database/among.ts'
import type { DB } from '../database/schema.ts'
import { forbidden, notFound } from '../http/errors.ts'
import type { PassengerActor } from '../rides/me.ts'

/** One whose rides the passenger who has signed in may deal with: themself, or one whom they help. */
export type Rider = {
  id: number
  /** null: themself */
  name: string | null
  rights: readonly HelperRight[]
}

type Whose = Pick<PassengerActor, 'id'>

const DAY_MS = 86_400_000
/** A helper sees rides that are open, and those that were to begin within so many days. */
export const HELPER_DAYS = 90

/** Of each of these passengers the passenger first, then those whom they help. */
export const ridersOfAll = async (db: Kysely<DB>, ids: readonly number[]): Promise<ReadonlyMap<number, Rider[]>> => {
  const helped = await db
    .selectFrom('traveler_helpers as h')
    .innerJoin('travelers as t', 't.id', 'h.traveler_id')
    .where('h.helper_id', '=', among(ids))
    .where('t.anonymised_at', 'is', null)
    .select(['h.helper_id', 't.id', 'h.rights', sql<string>`t.first_name || ' ' || t.last_name`.as('name')])
    .orderBy('h.id')
    .execute()
  const riders = new Map<number, Rider[]>(ids.map((id) => [id, [{ id, name: null, rights: helperRights }]]))
  // Those of invitations that are still open are of no helper, and are not found.
  for (const { helper_id, ...rider } of helped) riders.get(helper_id ?? 0)?.push(rider)
  return riders
}

/** The passenger first, then those whom they help. */
export const ridersOf = async (db: Kysely<DB>, { id }: Whose): Promise<Rider[]> =>
  (await ridersOfAll(db, [id])).get(id) ?? []

/** 404 for one whom the passenger may do nothing for. */
export const riderOf = async (db: Kysely<DB>, actor: Whose, travelerId: number | undefined): Promise<Rider> => {
  const rider = (await ridersOf(db, actor)).find(({ id }) => id === (travelerId ?? actor.id))
  if (rider === undefined) throw notFound()
  return rider
}

export const maySee = ({ rights }: Rider): boolean => rights.includes('book') || rights.includes('follow')
export const mayBook = ({ rights }: Rider): boolean => rights.includes('book')

/** Why a helper cannot change, cancel or rate; null: they can. */
export const notBooking = (rider: Rider): string | null =>
  mayBook(rider) ? null : `You may follow the rides of ${rider.name ?? 'this passenger'}, and not change them`

/** 404 for one whom the passenger may not book for. */
export const requireBooker = (rider: Rider): void => {
  if (!mayBook(rider)) throw maySee(rider) ? forbidden(notBooking(rider) ?? undefined) : notFound()
}

/** From when on a helper sees rides that are over. */
export const seenSince = (now: Date): Date => new Date(now.getTime() - HELPER_DAYS * DAY_MS)
