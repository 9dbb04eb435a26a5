import { optionalText, type User, UserInput } from '@ambit/contract'
import { z } from 'zod'

/** What the form holds: the contract's rules, with ids as the text that selectors deal in and empty text for null. */
export const UserForm = UserInput.extend({
  phone_number: optionalText(40),
  status: z.enum(['active', 'blocked']),
  groups: z.array(z.string()),
  region_ids: z.array(z.string()),
  organisation_id: z.string(),
})
export type UserForm = z.infer<typeof UserForm>

export const userValues = (user: User | null): UserForm => ({
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  username: user?.username ?? '',
  email: user?.email ?? '',
  phone_number: user?.phone_number ?? '',
  groups: (user?.groups ?? []).map(String),
  region_ids: (user?.region_ids ?? []).map(String),
  organisation_id: String(user?.organisation_id ?? ''),
  status: user?.status ?? 'active',
})

/** No region chosen is no limit. */
export const userBody = (values: UserForm): UserInput => ({
  ...values,
  phone_number: values.phone_number === '' ? null : values.phone_number,
  groups: values.groups.map(Number),
  region_ids: values.region_ids.length === 0 ? null : values.region_ids.map(Number),
  organisation_id: values.organisation_id === '' ? null : Number(values.organisation_id),
})
