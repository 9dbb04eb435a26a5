import { MOST_AIDS } from '@ambit/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { invalid } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'

/** What takes a wheelchair's space is told by `wheelchair` of the account, and `none` is nothing to choose. */
const choicesOf = (db: Kysely<DB>, id: number) =>
  db
    .selectFrom('mobility_aids as a')
    .innerJoin('travelers as t', 't.region_id', 'a.region_id')
    .where('t.id', '=', id)
    .where('a.kind', '<>', 'none')
    .where('a.wheelchair_spaces', '=', 0)
    .select(['a.id', 'a.kind', 'a.name'])
    .orderBy(sql`lower(a.name)`)
    .execute()

const aidsOf = async (db: Kysely<DB>, id: number): Promise<number[]> =>
  (await db.selectFrom('travelers').select('mobility_aids').where('id', '=', id).executeTakeFirstOrThrow())
    .mobility_aids

/** What the passenger keeps of what their region knows; nothing to choose where they are of no region. */
export const needsOfPassenger = async (db: Kysely<DB>, id: number) => {
  const choices = await choicesOf(db, id)
  const known = new Set(choices.map((choice) => choice.id))
  return { kept: [...new Set(await aidsOf(db, id))].filter((aid) => known.has(aid)), choices }
}

/** Of these aids of a ride those that its passenger can choose. */
export const aidsToChoose = async (db: Kysely<DB>, id: number, aids: readonly number[]): Promise<number[]> => {
  const known = new Set((await choicesOf(db, id)).map((choice) => choice.id))
  return aids.filter((aid) => known.has(aid))
}

/**
 * What travels of what the passenger could choose, with what staff keep beside that, or have booked beside it where a
 * ride is changed. 422 for what is no choice.
 */
export const aidsAsked = async (
  db: Kysely<DB>,
  id: number,
  chosen: readonly number[],
  booked: readonly number[] | null,
): Promise<number[]> => {
  const known = new Set((await choicesOf(db, id)).map((choice) => choice.id))
  if (chosen.some((aid) => !known.has(aid))) throw invalid([{ pointer: '/aids', detail: 'There is no such need' }])
  return [...(booked ?? (await aidsOf(db, id))).filter((aid) => !known.has(aid)), ...new Set(chosen)]
}

/** Keeps these in the place of those that the passenger could choose; what staff keep beside them stays. */
export const changeNeeds = ({ db, clock }: Deps, id: number, kept: readonly number[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const known = new Set((await choicesOf(tx, id)).map((choice) => choice.id))
    if (kept.some((aid) => !known.has(aid))) throw invalid([{ pointer: '/kept', detail: 'There is no such need' }])
    await tx.selectFrom('travelers').select('id').where('id', '=', id).forUpdate().execute()
    const others = (await aidsOf(tx, id)).filter((aid) => !known.has(aid))
    const mobility_aids = [...others, ...new Set(kept)]
    if (mobility_aids.length > MOST_AIDS) throw invalid([{ pointer: '/kept', detail: `At most ${MOST_AIDS} needs` }])
    await tx.updateTable('travelers').set({ mobility_aids, updated_at: clock.now() }).where('id', '=', id).execute()
    await recordChanged(tx, 'travelers', id)
  })
