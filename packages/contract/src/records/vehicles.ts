import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { optionalText, requiredText, stamps } from './basics.ts'
import { VehicleNeed, vehicleNeeds } from './mobility-aids.ts'

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

const MAX_SEATS = 200
/** characters of JSON */
const MAX_ATTRIBUTES = 100_000
const count = (message: string) =>
  z.int({ error: message }).min(0, message).max(MAX_SEATS, `Please enter at most ${MAX_SEATS}`)
const within = (least: number, most: number, message: string) => z.int(message).min(least, message).max(most, message)
const choice = <const T extends readonly string[]>(name: string, values: T) =>
  z.enum(values, `The ${name} is one of: ${values.join(', ')}`)

const fields = {
  make: optionalText(),
  model: optionalText(),
  body_type: choice('body type', bodyTypes),
  year: within(1950, 2100, 'The year is a number from 1950 to 2100'),
  doors: within(0, 10, 'Doors are from 0 to 10'),
  vin: optionalText(40),
  fuel_type: choice('fuel type', fuelTypes),
  transmission: choice('transmission', transmissions),
  vendor: optionalText(),
  color: optionalText(60),
  max_capacity: within(0, MAX_SEATS, `The maximum capacity is a number from 0 to ${MAX_SEATS}`),
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
  /** aids that not every wheelchair space has room for */
  takes: z.array(VehicleNeed),
  status: z.enum(['active', 'inactive']),
  /** custom fields by stage, and `{stage}_completed`; a list that asks for `stages` holds only those */
  extra_attributes: z.record(z.string(), z.unknown()),
  /** null: serves all regions */
  region_id: Id.nullable(),
  ...stamps,
})
export type Vehicle = z.infer<typeof Vehicle>

export const vehicleStatuses = ['active', 'inactive'] as const

export const VehicleInput = z.object({
  license_plate: requiredText('Please enter a vehicle registration number', 40),
  vehicle_number: requiredText('Please enter a vehicle number', 40),
  capacity: count('Please enter a capacity'),
  mobility_capacity: count('Please enter a mobility capacity'),
  seats_per_wheelchair: within(0, 10, 'The seats per wheelchair are a number from 0 to 10').default(0),
  takes: z.array(VehicleNeed).max(vehicleNeeds.length).default([]),
  status: z.enum(vehicleStatuses).default('active'),
  extra_attributes: z
    .record(z.string(), z.unknown())
    .refine((attributes) => JSON.stringify(attributes).length <= MAX_ATTRIBUTES, 'These fields hold too much text')
    .default({}),
  region_id: Id.nullish(),
  ...(Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, schema.nullish()])) as {
    [K in keyof typeof fields]: z.ZodOptional<z.ZodNullable<(typeof fields)[K]>>
  }),
})
export type VehicleInput = z.infer<typeof VehicleInput>

/** What a list of vehicles can be sorted by. */
export const vehicleSorts = [
  'id',
  'vehicle_number',
  'license_plate',
  'make',
  'model',
  'color',
  'doors',
  'capacity',
  'mobility_capacity',
  'status',
  'created_at',
]
