import { type Kysely, sql } from 'kysely'
import type { LiftedKind, MaskLift } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { ofVisibleTraveler, type Scope, withinScope } from '../http/scope.ts'

type Value = MaskLift['value']
export type Lifted = { traveler_id: number; value: Value }

/** SQL: whose passenger it is, of records that the caller sees. */
const visible = (kind: LiftedKind, scope: Scope) => {
  switch (kind) {
    case 'travelers':
      return sql`select r.id as traveler_id, r.* from travelers r where ${ofVisibleTraveler(scope, 'r.id')}
        and r.anonymised_at is null`
    case 'traveler_comments':
      return sql`select r.* from traveler_comments r where ${ofVisibleTraveler(scope, 'r.traveler_id')}`
    case 'service_requests':
      return sql`select r.* from service_requests r join zones on zones.id = r.zone_id
        where ${withinScope(scope, 'zones.region_id')}`
  }
}

type Named = { record_kind: LiftedKind; record_id: number; field: string }

/** What a column holds, and of whom; null for a record that the caller does not see. `field` is a known column. */
export const storedValue = async (
  db: Kysely<DB>,
  scope: Scope,
  { record_kind, record_id, field }: Named,
): Promise<Lifted | null> => {
  const { rows } = await sql<Lifted>`
    select traveler_id, ${sql.ref(field)} as value from (${visible(record_kind, scope)}) as seen
    where id = ${record_id}`.execute(db)
  return rows[0] ?? null
}

/** The fields of a record that are shown to the user at this moment, and for how many more seconds. */
export const fieldsShown = async (
  db: Kysely<DB>,
  userId: number,
  { record_kind, record_id }: Omit<Named, 'field'>,
  wall: Date,
): Promise<{ field: string; seconds_left: number }[]> => {
  const rows = await db
    .selectFrom('mask_lifts')
    .select(['field', 'ends_at'])
    .where('user_id', '=', userId)
    .where('record_kind', '=', record_kind)
    .where('record_id', '=', record_id)
    .where('ends_at', '>', wall)
    .orderBy('field')
    .execute()
  return rows.map(({ field, ends_at }) => ({ field, seconds_left: secondsUntil(ends_at, wall) }))
}

export const secondsUntil = (end: Date, wall: Date): number => Math.ceil((end.getTime() - wall.getTime()) / 1000)
