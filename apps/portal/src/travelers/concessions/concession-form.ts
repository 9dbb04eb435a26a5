import type { TravelerConcession, TravelerSet } from '@ambit/contract'
import { dateIn, expiryOf, lastDayOf } from '@ambit/domain'
import { z } from 'zod'
import type { Format } from '../../settings/create-format.ts'
import { concessionStrings } from './strings.ts'

const words = concessionStrings.missing

/** What the form holds: the kind's id as text, and the last day. */
export const ConcessionForm = z.object({
  traveler_set_id: z.string().min(1, words.set),
  expires_at: z.iso.date(words.expiry),
})
export type ConcessionForm = z.infer<typeof ConcessionForm>

const zoneOf = (set: TravelerSet): string => set.traveler_set_discount.region.time_zone

export const concessionValues = (record: TravelerConcession | null): ConcessionForm => ({
  traveler_set_id: record === null ? '' : String(record.traveler_set.id),
  expires_at: record === null ? '' : lastDay(record),
})

/** The last day on which a concession holds, as its region's clocks have it. */
export const lastDay = (record: Pick<TravelerConcession, 'expires_at' | 'traveler_set'>): string =>
  lastDayOf(new Date(record.expires_at), zoneOf(record.traveler_set))

export const expiryMoment = (set: TravelerSet, day: string): string => expiryOf(day, zoneOf(set)).toISOString()

/** The first day that may be chosen: today, where the concession holds. */
export const firstDay = (set: TravelerSet, now: Date): string => dateIn(zoneOf(set), now)

/** 50 → 50%, 12.5 → 12.50% */
export const shareOff = ({ traveler_set_discount: { discount_amount } }: TravelerSet, format: Format): string =>
  format.percentage(discount_amount / 100, Number.isInteger(discount_amount) ? 0 : 2)
