import { emailText, EmergencyNumber, NavigationApp, navigationApps, optionalText, type Region, RegionInput } from '@ambit/contract'
import { z } from 'zod'
import { browserTimeZone } from '../form/time-zones.ts'

/** What the form holds: the contract's rules, with empty text where the record says null. */
export const RegionForm = RegionInput.extend({
  status: z.enum(['active', 'blocked']),
  contact_email: z.literal('').or(emailText),
  contact_phone: optionalText(40),
  emergency_number: EmergencyNumber,
  navigation_apps: z.array(NavigationApp),
})
export type RegionForm = z.infer<typeof RegionForm>

/** A new region serves at once, where this browser is. */
export const regionValues = (region: Region | null): RegionForm => ({
  name: region?.name ?? '',
  status: region?.status ?? 'active',
  time_zone: region?.time_zone ?? browserTimeZone(),
  contact_email: region?.contact_email ?? '',
  contact_phone: region?.contact_phone ?? '',
  emergency_number: region?.emergency_number ?? '112',
  navigation_apps: region?.navigation_apps ?? [...navigationApps],
})

export const regionBody = (values: RegionForm): z.infer<typeof RegionInput> => ({
  ...values,
  contact_email: values.contact_email === '' ? null : values.contact_email,
  contact_phone: values.contact_phone === '' ? null : values.contact_phone,
})
