import { optionalText, type Traveler, TravelerInput } from '@ambit/contract'
import { z } from 'zod'
import { regionIdOf, regionText } from '../records/region-text.ts'

/** What the form holds: the contract's rules, with empty text where the record says null. */
export const TravelerForm = TravelerInput.extend({
  phone_number: optionalText(40),
  low_tech: z.boolean(),
  handicapped: z.boolean(),
  medically_exempt: z.boolean(),
  region_id: z.string(),
  status: z.enum(['active', 'blocked', '']),
})
export type TravelerForm = z.infer<typeof TravelerForm>

export const travelerValues = (traveler: Traveler | null): TravelerForm => ({
  first_name: traveler?.first_name ?? '',
  last_name: traveler?.last_name ?? '',
  username: traveler?.username ?? '',
  email: traveler?.email ?? '',
  phone_number: traveler?.phone_number ?? '',
  low_tech: traveler?.low_tech ?? false,
  handicapped: traveler?.handicapped ?? false,
  medically_exempt: traveler?.medically_exempt ?? false,
  region_id: regionText(traveler?.region_id),
  status: traveler === null ? 'active' : (traveler.status ?? ''),
})

export const travelerBody = (values: TravelerForm): z.input<typeof TravelerInput> => ({
  ...values,
  phone_number: values.phone_number === '' ? null : values.phone_number,
  status: values.status === '' ? null : values.status,
  region_id: regionIdOf(values.region_id),
})
