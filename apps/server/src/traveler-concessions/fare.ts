import type { HeldConcession } from './queries.ts'

/** The price less the concession that is valid in the region when the passenger boards, in whole cents. */
export const fareWith = (
  concessions: readonly HeldConcession[],
  { price, region_id, boarding }: { price: number; region_id: number; boarding: Date },
): number => {
  const concession = concessions.find(
    (held) => held.region_id === region_id && held.from <= boarding && boarding < held.until,
  )
  const cents = Math.round(price * 100)
  return Math.round((cents * (100 - (concession?.discount_amount ?? 0))) / 100) / 100
}
