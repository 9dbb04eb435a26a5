import type { api, SimilarTraveler } from '@ambit/contract'
import { isNearlyNamed } from '@ambit/domain'
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { literally, matchesText } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { type Scope, visibleTravelers } from '../http/scope.ts'
import { addressOf, lastRideOf } from './whereabouts.ts'

type Asked = z.output<typeof api.travelers.similar.query>
type Asking = { scope: Scope; hidden: Hidden; now: Date }

/** So many are shown; and so many are compared by name at most. */
const SHOWN = 10
const COMPARED = 500

const words = sql.ref('travelers.search_text')
const holds = (piece: string): RawBuilder<SqlBool> => sql<SqlBool>`${words} like ${`%${literally(piece)}%`}`

/** The beginning or the end of a name is in the indexed text: one typing error leaves one of them as it is. */
const partly = (name: string): RawBuilder<SqlBool> => {
  const lower = name.toLowerCase()
  const length = Math.min(3, Math.max(1, Math.floor(lower.length / 2)))
  return sql<SqlBool>`(${holds(lower.slice(0, length))} or ${holds(lower.slice(-length))})`
}

/**
 * Passengers of the caller's regions with the number, the e-mail address or nearly the name of one who is about to be made,
 * those with the same contact first. What is masked for the caller is not compared.
 */
export const similarTravelers = async (
  db: Kysely<DB>,
  { first_name, last_name, email, phone_number }: Asked,
  { scope, hidden, now }: Asking,
) => {
  const contact = !hidden.has('contact')
  const never = sql<boolean>`false`
  const byEmail = contact && email !== '' ? sql<boolean>`lower(email) = lower(${email})` : never
  const byPhone =
    contact && phone_number !== ''
      ? sql<boolean>`phone_number is not null and ${matchesText(phone_number, words)}`
      : never
  const named = !hidden.has('name') && first_name !== '' && last_name !== ''
  const byName = named ? sql<boolean>`(${partly(first_name)} and ${partly(last_name)})` : never
  const rows = await db
    .selectFrom('travelers')
    .select(['id', 'first_name', 'last_name', 'email', 'phone_number', 'status'])
    .select(sql<string>`first_name || ' ' || last_name`.as('full_name'))
    .select([
      sql<boolean>`coalesce(${byEmail}, false)`.as('by_email'),
      sql<boolean>`coalesce(${byPhone}, false)`.as('by_phone'),
    ])
    .where(visibleTravelers(scope))
    .where((eb) => eb.or([byEmail, byPhone, byName]))
    .orderBy(sql`coalesce(${byEmail}, false) or coalesce(${byPhone}, false)`, 'desc')
    .orderBy('id')
    .limit(COMPARED)
    .execute()
  const found = rows.flatMap(({ first_name: first, last_name: last, by_email, by_phone, ...row }) => {
    const near = named && isNearlyNamed({ first_name, last_name }, { first_name: first, last_name: last })
    const alike: SimilarTraveler['alike'] = [
      ...(by_phone ? (['phone_number'] as const) : []),
      ...(by_email ? (['email'] as const) : []),
      ...(near ? (['name'] as const) : []),
    ]
    return alike.length === 0 ? [] : [{ ...row, alike }]
  })
  const shown = found.slice(0, SHOWN)
  const told = await whereabouts(
    db,
    shown.map(({ id }) => id),
    { scope, now },
  )
  return shown.map((one) => ({ ...one, ...(told.get(one.id) ?? { address: null, last_ride: null }) }))
}

const whereabouts = async (db: Kysely<DB>, ids: readonly number[], { scope, now }: Pick<Asking, 'scope' | 'now'>) => {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('travelers')
    .select(['id', addressOf(scope).as('address'), lastRideOf(scope, now).as('last_ride')])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
