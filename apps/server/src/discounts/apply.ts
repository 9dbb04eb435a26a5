import { discounted, type Taken } from '@ambit/domain'
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

/** What a booking was sold with; without an id the discount was deleted since. */
export type HeldDiscount = Taken & { discount_id: number | null; discount_code: string }

/** What a booking of this price costs with the code, and what the code takes off. */
export type AppliedDiscount = HeldDiscount & { total_price: number }

/**
 * Applies a code to a booking that is being made, or changed. Of two bookings at once that ask for the last use, the
 * second waits here until the first is stored, and is refused. A booking that holds the discount already keeps its use.
 */
export const applyCode = async (
  tx: Transaction<DB>,
  { code, price, now, held = null }: { code: string; price: number; now: Date; held?: HeldDiscount | null },
): Promise<AppliedDiscount> => {
  const known = await tx
    .selectFrom('discounts')
    .select('id')
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .forUpdate()
    .executeTakeFirst()
  if (known !== undefined && held !== null && known.id === held.discount_id) return applyHeld(held, price)
  const found = await discountNow(tx, { code, now, pointer: '/discount_code' })
  const { id: discount_id, code: discount_code, discount_type, discount_amount } = found
  return applyHeld({ discount_id, discount_code, discount_type, discount_amount }, price)
}

/** The same for the discount that a booking was sold with, which holds for it whatever has become of it. */
export const applyHeld = (held: HeldDiscount, price: number): AppliedDiscount => ({
  ...held,
  total_price: discounted(price, held),
})

/** The discount that a booking was sold with; null without one. */
export const heldDiscount = async (db: Kysely<DB>, bookingId: number): Promise<HeldDiscount | null> => {
  const row = await db
    .selectFrom('service_requests')
    .select(['discount_id', 'discount_code', 'discount_type', 'discount_amount'])
    .where('id', '=', bookingId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { discount_id, discount_code, discount_type, discount_amount } = row
  if (discount_code === null || discount_type === null || discount_amount === null) return null
  return { discount_id, discount_code, discount_type, discount_amount }
}
