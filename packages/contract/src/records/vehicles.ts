import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { optionalText, requiredText, stamps } from './basics.ts'

export const bodyTypes = [
  'convertible',
  'coupe',
  'estate',
  'hatchback',
  'mpv',
  'pickup',
  'saloon',
  'suv',
  'van',
  'other',
] as const
export const fuelTypes = ['diesel', 'electric', 'hybrid', 'hydrogen', 'petrol', 'other'] as const
export const transmissions = ['automatic', 'electric/hydrogen', 'manual', 'other'] as const

const count = (message: string) => z.int({ error: message }).min(0, message).max(200)

const fields = {
  make: optionalText(),
  model: optionalText(),
  body_type: z.enum(bodyTypes),
  year: z.int().min(1950).max(2100),
  doors: z.int().min(0, 'Doors are from 0 to 10').max(10, 'Doors are from 0 to 10'),
  vin: optionalText(40),
  fuel_type: z.enum(fuelTypes),
  transmission: z.enum(transmissions),
  vendor: optionalText(),
  color: optionalText(60),
  max_capacity: z.int().min(0).max(200),
}

export const Vehicle = z.object({
  id: Id,
  license_plate: z.string(),
  vehicle_number: z.string(),
  ...(Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, schema.nullable()])) as {
    [K in keyof typeof fields]: z.ZodNullable<(typeof fields)[K]>
  }),
  /** seats for passengers */
  capacity: z.int(),
  /** wheelchair spaces */
  mobility_capacity: z.int(),
  /** seats that fold away for each wheelchair on board */
  seats_per_wheelchair: z.int(),
  status: z.enum(['active', 'inactive']),
  extra_attributes: z.record(z.string(), z.unknown()),
  ...stamps,
})
export type Vehicle = z.infer<typeof Vehicle>

export const VehicleInput = z.object({
  license_plate: requiredText('Please enter a vehicle registration number', 40),
  vehicle_number: requiredText('Please enter a vehicle number', 40),
  capacity: count('Please enter a capacity'),
  mobility_capacity: count('Please enter a mobility capacity'),
  seats_per_wheelchair: z.int().min(0).max(10).default(0),
  status: z.enum(['active', 'inactive']).default('active'),
  extra_attributes: z.record(z.string(), z.unknown()).default({}),
  ...(Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, schema.nullish()])) as {
    [K in keyof typeof fields]: z.ZodOptional<z.ZodNullable<(typeof fields)[K]>>
  }),
})
export type VehicleInput = z.infer<typeof VehicleInput>
