import { isDeepStrictEqual } from 'node:util'
import { type MergeField, mergeFields, type MergeSide, usualSide } from '@ambit/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB, TravelersTable } from '../database/schema.ts'

/** What a merge compares, keeps and brings back of a passenger's record, as JSON has it. */
export type Said = Pick<Selectable<TravelersTable>, MergeField | 'protected'> & {
  email_verified_at: string | null
  phone_verified_at: string | null
  last_ride_at: string | null
}
export type Values = Partial<Said>
type Field = keyof Said

/** What goes with a field. */
const stampOf: Partial<Record<Field, Field>> = { email: 'email_verified_at', phone_number: 'phone_verified_at' }
const asJson = new Set<string>(['own_times', 'message_channels', 'quiet_hours'] satisfies Field[])

const pick = (said: Values, fields: readonly Field[]): Values =>
  Object.fromEntries(fields.flatMap((name) => (Object.hasOwn(said, name) ? [[name, said[name]]] : []))) // of its fields

const withStamps = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => (stampOf[field] === undefined ? [field] : [field, stampOf[field]]))

/** Of a passenger whom the caller has locked. */
export const saidOf = async (tx: Transaction<DB>, id: number): Promise<Said> => {
  const { rows } = await sql<{ said: Said }>`select to_jsonb(t) as said from travelers t where id = ${id}`.execute(tx)
  // All of it is there, as the caller has locked the row.
  return pick(rows[0]!.said, [...withStamps(mergeFields), 'protected', 'last_ride_at']) as Said
}

/** What changes in the record that stays. A protected passenger stays protected, and the later last ride counts. */
export const chosenValues = (kept: Said, merged: Said, chosen: Partial<Record<MergeField, MergeSide>>): Values => {
  const taken = mergeFields.filter(
    (field) =>
      (chosen[field] ?? usualSide(field, kept[field], merged[field])) === 'merged' &&
      !isDeepStrictEqual(kept[field], merged[field]),
  )
  return {
    ...pick(merged, withStamps(taken)),
    ...(merged.protected && !kept.protected ? { protected: true } : {}),
    ...(momentOf(merged) > momentOf(kept) ? { last_ride_at: merged.last_ride_at } : {}),
  }
}

const momentOf = ({ last_ride_at: at }: Said): number => (at === null ? 0 : Date.parse(at))

/** The same fields as they were. */
export const before = (said: Said, values: Values): Values =>
  // Of an object with these fields only.
  pick(said, Object.keys(values) as Field[])

/** Fields that still say what the merge made of them, as they were before it, and those that were changed since. */
export const unchanged = (now: Said, was: Values, merged: Said): { values: Values; changed: Field[] } => {
  const replaced = mergeFields.filter((field) => Object.hasOwn(was, field))
  const same = replaced.filter((field) => isDeepStrictEqual(now[field], merged[field]))
  // A ride that lost its name since may be anybody's of the two.
  const rode = now.last_ride_at === merged.last_ride_at ? (['last_ride_at'] as const) : []
  return {
    values: pick(was, [...withStamps(same), 'protected', ...rode]),
    changed: replaced.filter((field) => !same.includes(field)),
  }
}

/** Zones that the passenger was booked in so far: who is limited to them sees the record. */
export const zonesOf = async (tx: Transaction<DB>, id: number): Promise<number[]> =>
  (await tx.selectFrom('travelers').select('zone_ids').where('id', '=', id).executeTakeFirstOrThrow()).zone_ids

/** The zones of before, and those of bookings that are there. */
export const bringZonesBack = async (tx: Transaction<DB>, id: number, zones: readonly number[]): Promise<void> => {
  await sql`update travelers set zone_ids = array(select unnest(${zones}::int[])
    union select zone_id from service_requests where traveler_id = ${id}) where id = ${id}`.execute(tx)
}

export const write = async (tx: Transaction<DB>, id: number, values: Values, now: Date): Promise<void> => {
  const sets = Object.entries(values).map(([name, value]) =>
    asJson.has(name)
      ? sql`${sql.ref(name)} = ${value === null ? null : JSON.stringify(value)}::jsonb`
      : sql`${sql.ref(name)} = ${value}`,
  )
  await sql`update travelers set ${sql.join([...sets, sql`updated_at = ${now}`])} where id = ${id}`.execute(tx)
}
