import { type TravelerSetRecord, TravelerSetInput } from '@ambit/contract'
import { z } from 'zod'
import { travelerSetStrings as words } from './strings.ts'

const AMOUNT = 'Enter a percentage from 0.01 to 100'

/** What the form holds: the contract's rules, with text for the chosen region. */
export const TravelerSetForm = TravelerSetInput.extend({
  region_id: z.string().min(1, words.regionMissing),
  discount_amount: TravelerSetInput.shape.discount_amount
    .nullable()
    .refine((amount): boolean => amount !== null, AMOUNT),
})
export type TravelerSetForm = z.infer<typeof TravelerSetForm>

export const travelerSetValues = (set: TravelerSetRecord | null): TravelerSetForm => ({
  name: set?.name ?? '',
  region_id: set === null ? '' : String(set.traveler_set_discount.region.id),
  discount_amount: set?.traveler_set_discount.discount_amount ?? null,
})

export const travelerSetBody = ({ name, region_id, discount_amount }: TravelerSetForm) => ({
  name,
  region_id: Number(region_id),
  discount_amount: discount_amount ?? 0,
})
