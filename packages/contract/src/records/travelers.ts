import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { emailText, optionalText, Place, requiredText, stamps } from './basics.ts'

export const Traveler = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  username: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  low_tech: z.boolean(),
  /** requires mobility support */
  handicapped: z.boolean(),
  medically_exempt: z.boolean(),
  status: z.enum(['active', 'blocked']).nullable(),
  ...stamps,
})
export type Traveler = z.infer<typeof Traveler>

export const TravelerInput = z.object({
  first_name: requiredText('Please enter first name'),
  last_name: requiredText('Please enter last name'),
  username: requiredText('Please enter a username'),
  email: emailText,
  phone_number: optionalText(40).nullish(),
  low_tech: z.boolean().default(false),
  handicapped: z.boolean().default(false),
  medically_exempt: z.boolean().default(false),
  status: z.enum(['active', 'blocked']).nullish(),
})

export const FrequentLocation = z.object({ origin: Place, destination: Place, count: z.int() })
