import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { emailText, optionalText, requiredText, stamps } from './basics.ts'

export const Driver = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  username: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  /** `approved` signs on to trips; `blocked` cannot; null is shown as inactive */
  status: z.enum(['approved', 'blocked']).nullable(),
  /** null: serves all regions */
  region_id: Id.nullable(),
  ...stamps,
})
export type Driver = z.infer<typeof Driver>

export const DriverInput = z.object({
  first_name: requiredText('Please enter first name'),
  last_name: requiredText('Please enter last name'),
  username: requiredText('Please enter username'),
  email: emailText,
  phone_number: optionalText(40).nullish(),
  status: z.enum(['approved', 'blocked']).nullish(),
  region_id: Id.nullish(),
})
export type DriverInput = z.infer<typeof DriverInput>

export const DRIVER_PIN_LENGTH = 6
export const DriverPin = z
  .object({
    password: z.string().regex(/^\d{6}$/, 'The PIN has exactly 6 digits'),
    password_confirmation: z.string(),
  })
  .refine((pin) => pin.password === pin.password_confirmation, {
    path: ['password_confirmation'],
    error: 'The PINs do not match',
  })
