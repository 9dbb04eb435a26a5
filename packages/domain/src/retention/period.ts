import { RetentionPeriod, type RetentionEnd } from '@ambit/contract'

export const periodUnits = ['D', 'M', 'Y'] as const
export type PeriodUnit = (typeof periodUnits)[number]

/** A period in its parts; null: for good. */
export const partsOfPeriod = (period: string | null): { count: number; unit: PeriodUnit } | null => {
  const [, count, unit] = /^P(\d+)([DMY])$/.exec(period ?? '') ?? []
  return count === undefined ? null : { count: Number(count), unit: periodUnits.find((one) => one === unit) ?? 'D' }
}

/** Null where the number is none or too large. */
export const periodOf = (count: number | string, unit: PeriodUnit): string | null => {
  const period = `P${count}${unit}`
  return RetentionPeriod.safeParse(period).success ? period : null
}

const one: Record<PeriodUnit, string> = { D: 'day', M: 'month', Y: 'year' }

/** `P24M` → `24 months` */
export const periodInWords = (period: string | null): string => {
  const parts = partsOfPeriod(period)
  return parts === null ? 'For good' : `${parts.count} ${one[parts.unit]}${parts.count === 1 ? '' : 's'}`
}

export const endsInWords: Record<RetentionEnd, string> = {
  delete: 'Deleted',
  anonymise: 'Anonymised',
  'thin out': 'Thinned out',
}
