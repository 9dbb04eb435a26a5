import { RetentionPeriod } from '@ambit/contract'
import { privacyStrings } from './strings.ts'

export const units = ['D', 'M', 'Y'] as const
export type Unit = (typeof units)[number]

/** A period in its parts; null: for good. */
export const partsOf = (period: string | null): { count: number; unit: Unit } | null => {
  const [, count, unit] = /^P(\d+)([DMY])$/.exec(period ?? '') ?? []
  return count === undefined ? null : { count: Number(count), unit: units.find((one) => one === unit) ?? 'D' }
}

/** `P24M` → `24 months` */
export const periodWords = (period: string | null): string => {
  const parts = partsOf(period)
  const { dialog, forGood } = privacyStrings
  if (parts === null) return forGood
  return `${parts.count} ${(parts.count === 1 ? dialog.one : dialog.units)[parts.unit]}`
}

/** Null where the number is none or too large. */
export const periodOf = (count: number | string, unit: Unit): string | null => {
  const period = `P${count}${unit}`
  return RetentionPeriod.safeParse(period).success ? period : null
}
