import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'

const DAY = 86_400_000

/** Days from now; null: no such date. */
const drawn = [
  ['Welcome aboard', 'WELCOME', 'total_off', 100, null, null],
  ['Twenty off in spring', 'SPRING20', 'percentage_off', 20, -40, 20],
  ['Market day', 'MARKET', 'amount_off', 1.5, -10, 80],
  ['Shoppers’ Saturday', 'SATURDAY', 'percentage_off', 25, -60, 60],
  ['Winter warmer', 'WINTER', 'percentage_off', 15, -150, -60],
  ['Show week', 'SHOWWEEK', 'amount_off', 2, -100, -92],
  ['Road works apology', 'SORRY', 'total_off', 100, -30, -16],
  ['Summer holidays', 'SUMMER', 'percentage_off', 12.5, 18, 68],
  ['New Year’s Eve', 'HAPPYNEWYEAR', 'total_off', 100, 38, 40],
  ['Students return', 'CAMPUS', 'amount_off', 1, 90, 120],
  ['Staff and families', 'CREW', 'percentage_off', 50, -300, null],
] as const

/** Active, expired and scheduled codes. */
export const storeDiscounts = async (db: Kysely<DB>, now: Date): Promise<void> => {
  const midnight = Math.floor(now.getTime() / DAY) * DAY
  const at = (days: number | null): Date | null => (days === null ? null : new Date(midnight + days * DAY))
  await db
    .insertInto('discounts')
    .values(
      drawn.map(([name, code, discount_type, discount_amount, from, until]) => ({
        name,
        code,
        discount_type,
        discount_amount,
        activation_datetime: at(from),
        expiration_datetime: at(until),
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
}
