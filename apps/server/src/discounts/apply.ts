import { discounted } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { invalid } from '../http/errors.ts'
import { discountOfCode } from './queries.ts'

type Found = NonNullable<Awaited<ReturnType<typeof discountOfCode>>>

/**
 * The discount of a code that holds now. Its dates are moments, the same in every zone, as the list of discounts shows
 * them. 422 beside `pointer` for a code that does not exist, does not hold now, or is used up.
 */
export const discountNow = async (
  db: Kysely<DB>,
  { code, now, pointer }: { code: string; now: Date; pointer: string },
): Promise<Found> => {
  const found = await discountOfCode(db, now, code)
  const detail = found === undefined ? 'There is no such code' : refusal(found)
  if (found === undefined || detail !== null) throw invalid([{ pointer, detail: detail ?? '' }])
  return found
}

const refusal = ({ status, usage_limit, uses }: Found): string | null => {
  switch (status) {
    case 'scheduled':
      return 'This code is not valid yet'
    case 'expired':
      return 'This code has expired'
    case 'active':
      return usage_limit !== null && uses >= usage_limit ? 'This code has been used up' : null
  }
}

/** What a booking of this price costs with the code, and which discount that is. */
export type AppliedDiscount = { discount_id: number; discount_code: string; total_price: number }

/**
 * Applies a code to a booking that is being made, or changed. Of two bookings at once that ask for the last use, the
 * second waits here until the first is stored, and is refused. A booking that holds the discount already keeps its use.
 */
export const applyCode = async (
  tx: Transaction<DB>,
  { code, price, now, held = null }: { code: string; price: number; now: Date; held?: number | null },
): Promise<AppliedDiscount> => {
  const known = await tx
    .selectFrom('discounts')
    .select('id')
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .forUpdate()
    .executeTakeFirst()
  if (known !== undefined && known.id === held) return applyHeld(tx, known.id, price)
  const found = await discountNow(tx, { code, now, pointer: '/discount_code' })
  return { discount_id: found.id, discount_code: found.code, total_price: discounted(price, found) }
}

/** The same for the discount that a booking was sold with, which holds for it although it may be over by now. */
export const applyHeld = async (tx: Transaction<DB>, discountId: number, price: number): Promise<AppliedDiscount> => {
  const found = await tx
    .selectFrom('discounts')
    .select(['id', 'code', 'discount_type', 'discount_amount'])
    .where('id', '=', discountId)
    .executeTakeFirstOrThrow()
  return { discount_id: found.id, discount_code: found.code, total_price: discounted(price, found) }
}
