import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { emailText, optionalText, requiredText, stamps } from './basics.ts'

export const Region = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(['active', 'blocked']),
  /** IANA name, the default of the region's new zones */
  time_zone: z.string(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  zone_count: z.int(),
  /** in-service schedules of its zones that have not ended, and the vehicles in them */
  service_plan_count: z.int(),
  vehicle_count: z.int(),
  ...stamps,
})
export type Region = z.infer<typeof Region>

export const RegionInput = z.object({
  name: requiredText('Please enter a region name'),
  status: z.enum(['active', 'blocked']).default('active'),
  time_zone: requiredText('Please select a timezone', 60),
  contact_email: emailText.nullish(),
  contact_phone: optionalText(40).nullish(),
})
