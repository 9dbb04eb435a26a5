import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { api, DiscountStatus } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'

const statusAt = (now: Date): RawBuilder<DiscountStatus> => sql<DiscountStatus>`case
  when expiration_datetime <= ${now}::timestamptz then 'expired'
  when activation_datetime > ${now}::timestamptz then 'scheduled'
  else 'active' end`

const select = (db: Kysely<DB>, now: Date) =>
  db.selectFrom('discounts').select([
    'id',
    'name',
    'code',
    'discount_type',
    'discount_amount',
    'activation_datetime',
    'expiration_datetime',
    'usage_limit',
    sql<number>`(select count(*) from service_requests r
        where r.discount_id = discounts.id and r.status not in ('cancelled', 'error'))`.as('uses'),
    statusAt(now).as('status'),
    'created_at',
    'updated_at',
    'version',
  ])

const sortable = {
  ...byText('name', 'code', 'discount_type'),
  ...byValue('discount_amount', 'activation_datetime', 'expiration_datetime'),
}

export const listDiscounts = (db: Kysely<DB>, now: Date, query: z.output<typeof api.discounts.list.query>) => {
  const { status } = query.filter ?? {}
  let found = select(db, now).where(matches(query.search, ['name', 'code']))
  if (status !== undefined) found = found.where(sql<boolean>`${statusAt(now)} = any(${status}::text[])`)
  return listed(found, query, { ...sortable, status: statusAt(now) })
}

export const findDiscount = (db: Kysely<DB>, now: Date, id: number) =>
  select(db, now).where('id', '=', id).executeTakeFirst()

export const lockDiscount = (db: Kysely<DB>, now: Date, id: number) =>
  select(db, now).where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Says which codes are used more often than their limit now that these bookings stand again. Nobody else uses them until the
 * transaction ends.
 */
export const notesOfUses = async (tx: Transaction<DB>, now: Date, bookings: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from discounts where id in (select discount_id from service_requests
      where id = any(${bookings}::int[]) and status not in ('cancelled', 'error'))
    order by id for update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const used = ids.length === 0 ? [] : await select(tx, now).where('id', 'in', ids).orderBy('id').execute()
  return used.flatMap(({ code, uses, usage_limit }) =>
    usage_limit === null || uses <= usage_limit
      ? []
      : [`Discount code ${code} is used ${uses} times then: its limit is ${usage_limit}`],
  )
}

/** By its code, in any case. */
export const discountOfCode = (db: Kysely<DB>, now: Date, code: string) =>
  select(db, now)
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .executeTakeFirst()
