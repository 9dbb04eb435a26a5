import {
  auditMarks,
  emailText,
  type Guard,
  optionalText,
  OwnTimes,
  type Traveler,
  TravelerInput,
} from '@ambit/contract'
import { z } from 'zod'
import { regionIdOf, regionText } from '../records/region-text.ts'

/** What the form holds: the contract's rules, with empty text where the record says null. */
export const TravelerForm = TravelerInput.omit({ own_times: true }).extend({
  email: emailText,
  phone_number: optionalText(40),
  low_tech: z.boolean(),
  handicapped: z.boolean(),
  medically_exempt: z.boolean(),
  attendant_allowed: z.boolean(),
  mobility_aids: z.array(z.string()),
  'own_times/load_s': OwnTimes.shape.load_s.nullable(),
  'own_times/unload_s': OwnTimes.shape.unload_s.nullable(),
  'own_times/reason': optionalText(250),
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
  attendant_allowed: traveler?.attendant_allowed ?? false,
  mobility_aids: (traveler?.mobility_aids ?? []).map(String),
  'own_times/load_s': traveler?.own_times?.load_s ?? null,
  'own_times/unload_s': traveler?.own_times?.unload_s ?? null,
  'own_times/reason': traveler?.own_times?.reason ?? '',
  region_id: regionText(traveler?.region_id),
  status: traveler === null ? 'active' : (traveler.status ?? ''),
})

/** Whether the server masks the field for a reader of whom this is masked. */
export const isMasked = (field: string, masks: ReadonlySet<Guard>): boolean => {
  const guard = auditMarks.travelers?.[field]?.guard
  return guard !== undefined && masks.has(guard)
}

/**
 * Of a passenger of whom this is masked: a mask is no e-mail address, and stays as it is. Who has a verified phone number,
 * or has had no e-mail address before, needs none.
 */
export const maskedTravelerForm = (masks: ReadonlySet<Guard>, traveler: Pick<Traveler, 'email' | 'phone_verified'>) => {
  const { first_name, last_name, username, phone_number } = TravelerForm.shape
  const email = traveler.phone_verified || traveler.email === null ? z.literal('').or(emailText) : emailText
  const [name, contact] = [masks.has('name'), masks.has('contact')]
  return TravelerForm.extend({
    first_name: name ? z.string() : first_name,
    last_name: name ? z.string() : last_name,
    username: contact ? z.string() : username,
    email: contact ? z.string() : email,
    phone_number: contact ? z.string() : phone_number,
  })
}

export const travelerBody = ({
  'own_times/load_s': load_s,
  'own_times/unload_s': unload_s,
  'own_times/reason': reason,
  ...values
}: TravelerForm): z.input<typeof TravelerInput> => ({
  ...values,
  mobility_aids: values.mobility_aids.map(Number),
  own_times:
    load_s === null && unload_s === null && reason === ''
      ? null
      : { load_s: load_s ?? 0, unload_s: unload_s ?? 0, reason },
  email: values.email === '' ? null : values.email,
  phone_number: values.phone_number === '' ? null : values.phone_number,
  status: values.status === '' ? null : values.status,
  region_id: regionIdOf(values.region_id),
})

/** A change leaves out what is masked: the server keeps it as it is. */
export const travelerChange = (
  values: TravelerForm,
  masks: ReadonlySet<Guard>,
): Partial<ReturnType<typeof travelerBody>> =>
  Object.fromEntries(Object.entries(travelerBody(values)).filter(([field]) => !isMasked(field, masks)))
