import { MERGE_DAYS } from '@ambit/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { type Scope, visibleTravelers } from '../http/scope.ts'

const userName = (column: string) =>
  sql<string | null>`(select first_name || ' ' || last_name from users where users.id = ${sql.ref(column)})`

const select = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('traveler_merges as m')
    .select(['m.id', 'm.kept_id', 'm.merged_id', 'm.merged_at', 'm.undone_at'])
    .select(
      sql<string | null>`(merged_before ->> 'first_name') || ' ' || (merged_before ->> 'last_name')`.as('merged_name'),
    )
    .select([userName('m.merged_by').as('merged_by_name'), userName('m.undone_by').as('undone_by_name')])
    .select(
      sql<Date | null>`case when undone_at is null and merged_before is not null and ${now} < ${ends}
        then ${ends} end`.as('undo_until'),
    )
const ends = sql`merged_at + ${`${MERGE_DAYS} days`}::interval`

/** What became one with the passenger, and what it was one with for a time. */
export const mergesOf = (db: Kysely<DB>, id: number, now: Date) =>
  select(db, now)
    .where((eb) => eb.or([eb('m.kept_id', '=', id), eb('m.merged_id', '=', id)]))
    .orderBy('m.id', 'desc')
    .execute()

export const findMerge = (db: Kysely<DB>, id: number, now: Date) =>
  select(db, now).where('m.id', '=', id).executeTakeFirst()

/** Of a merge whose passenger the caller sees, with what undoing it needs. */
export const lockMerge = (db: Kysely<DB>, scope: Scope, id: number) =>
  db
    .selectFrom('traveler_merges as m')
    .innerJoin('travelers', 'travelers.id', 'm.kept_id')
    .selectAll('m')
    .select('travelers.region_id')
    .where('m.id', '=', id)
    .where(visibleTravelers(scope))
    .forUpdate('m')
    .executeTakeFirst()
