import {
  bodyTypes,
  completedKey,
  fuelTypes,
  optionalText,
  type SchemaField,
  type SchemaStage,
  transmissions,
  type Vehicle,
  VehicleInput,
  vehicleNeeds,
  vehicleStatuses,
} from '@ambit/contract'
import { type Attributes, fieldProblem, leavesOf, sameValue, valueAt, withValueAt } from '@ambit/domain'
import { z } from 'zod'
import { regionIdOf, regionText } from '../records/region-text.ts'

/** A required number: empty until one is typed, with the contract's own message. */
const requiredNumber = (rule: z.ZodType) =>
  z
    .number()
    .nullable()
    .superRefine((value, context) => {
      const message = rule.safeParse(value).error?.issues[0]?.message
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })

/** What the form holds of a vehicle's own columns: the contract's rules, empty text where the record says null. */
export const VehicleForm = VehicleInput.omit({ extra_attributes: true }).extend({
  capacity: requiredNumber(VehicleInput.shape.capacity),
  mobility_capacity: requiredNumber(VehicleInput.shape.mobility_capacity),
  seats_per_wheelchair: z.int().min(0).max(10).nullable(),
  takes: z.array(z.enum(vehicleNeeds)),
  region_id: z.string(),
  status: z.enum(vehicleStatuses),
  make: optionalText(),
  model: optionalText(),
  vin: optionalText(40),
  vendor: optionalText(),
  color: optionalText(60),
  body_type: z.enum([...bodyTypes, '']),
  fuel_type: z.enum([...fuelTypes, '']),
  transmission: z.enum([...transmissions, '']),
  year: VehicleInput.shape.year.unwrap(),
  doors: VehicleInput.shape.doors.unwrap(),
  max_capacity: VehicleInput.shape.max_capacity.unwrap(),
})

export const VehicleBulkForm = z.object({ status: z.enum([...vehicleStatuses, '']) })

/** Custom fields are flat in the form, named by their path in the record: conflicts and errors are shown one by one. */
type AttributeName = `extra_attributes/${string}`
export type VehicleValues = z.infer<typeof VehicleForm> & { [name: AttributeName]: unknown }

export const attributeName = (path: readonly string[]): AttributeName => `extra_attributes/${path.join('/')}`
export const completedName = (stage: string): AttributeName => attributeName([completedKey(stage)])

type Input = { path: readonly string[]; field: Pick<SchemaField, 'type'> & Partial<SchemaField> }

const inputsOf = (stages: readonly SchemaStage[]): Input[] =>
  stages.flatMap((stage) => [
    ...(stage.completable ? [{ path: [completedKey(stage.key)], field: { type: 'boolean' as const } }] : []),
    ...leavesOf(stage),
  ])

/** The words of every field, for the conflict panel. */
export const attributeLabels = (stages: readonly SchemaStage[], completed: string): Record<string, string> =>
  Object.fromEntries(
    stages.flatMap((stage) => [
      [completedName(stage.key), `${stage.label}: ${completed}`],
      ...leavesOf(stage).map(({ path, labels }) => [attributeName(path), labels.join(': ')]),
    ]),
  )

/** The form's rules with those of the schema. What a record holds already stays allowed. */
export const vehicleFormFor = (stages: readonly SchemaStage[], record: Vehicle | null) => {
  const before = record === null ? null : vehicleValues(record, stages)
  const attributes = stages.flatMap(leavesOf).map(({ path, field }) => {
    const name = attributeName(path)
    return [
      name,
      z
        .unknown()
        .superRefine((value, context) => {
          const problem = sameValue(value, before?.[name]) ? null : fieldProblem(field, value)
          if (problem !== null)
            context.addIssue({ code: 'custom', message: problem.charAt(0).toUpperCase() + problem.slice(1) })
        })
        .optional(),
    ] as const
  })
  // Only a stage that can be completed has a switch: without it nothing is there, and nothing is missing.
  const completions = stages.map(({ key }) => [completedName(key), z.unknown().optional()] as const)
  // The schema is only known at run time; the values go in as they come out.
  return VehicleForm.extend(Object.fromEntries([...attributes, ...completions])) as unknown as z.ZodObject &
    z.ZodType<VehicleValues, VehicleValues>
}

/** A new vehicle is in service. */
export const vehicleValues = (vehicle: Vehicle | null, stages: readonly SchemaStage[]): VehicleValues => ({
  license_plate: vehicle?.license_plate ?? '',
  vehicle_number: vehicle?.vehicle_number ?? '',
  make: vehicle?.make ?? '',
  model: vehicle?.model ?? '',
  body_type: vehicle?.body_type ?? '',
  year: vehicle?.year ?? null,
  doors: vehicle?.doors ?? null,
  vin: vehicle?.vin ?? '',
  fuel_type: vehicle?.fuel_type ?? '',
  transmission: vehicle?.transmission ?? '',
  vendor: vehicle?.vendor ?? '',
  color: vehicle?.color ?? '',
  capacity: vehicle?.capacity ?? null,
  mobility_capacity: vehicle?.mobility_capacity ?? null,
  max_capacity: vehicle?.max_capacity ?? null,
  seats_per_wheelchair: vehicle?.seats_per_wheelchair ?? null,
  takes: vehicle?.takes ?? [],
  region_id: regionText(vehicle?.region_id),
  status: vehicle?.status ?? 'active',
  ...Object.fromEntries(
    inputsOf(stages).map(({ path, field }) => [
      attributeName(path),
      shownValue(field.type, valueAt(vehicle?.extra_attributes, path)),
    ]),
  ),
})

/** What an input can show: the stored value, or its type's own emptiness. */
const shownValue = (type: SchemaField['type'], value: unknown): unknown => {
  switch (type) {
    case 'number':
      return typeof value === 'number' ? value : null
    case 'boolean':
      return value === true
    case 'multiselect':
      return Array.isArray(value) ? value : []
    case 'text':
    case 'textarea':
    case 'date':
    case 'select':
    case 'group':
      return typeof value === 'string' ? value : ''
  }
}

const emptyToNull = <T extends string>(value: T | ''): T | null => (value === '' ? null : value)

/** Custom fields go into the record's own, so that values of earlier versions stay. */
export const vehicleBody = (
  values: VehicleValues,
  record: Vehicle | null,
  stages: readonly SchemaStage[],
): VehicleInput => ({
  license_plate: values.license_plate,
  vehicle_number: values.vehicle_number,
  make: emptyToNull(values.make),
  model: emptyToNull(values.model),
  body_type: emptyToNull(values.body_type),
  year: values.year ?? null,
  doors: values.doors ?? null,
  vin: emptyToNull(values.vin),
  fuel_type: emptyToNull(values.fuel_type),
  transmission: emptyToNull(values.transmission),
  vendor: emptyToNull(values.vendor),
  color: emptyToNull(values.color),
  // The form's rules let no empty capacity through.
  capacity: values.capacity ?? 0,
  mobility_capacity: values.mobility_capacity ?? 0,
  max_capacity: values.max_capacity ?? null,
  seats_per_wheelchair: values.seats_per_wheelchair ?? 0,
  takes: values.takes,
  region_id: regionIdOf(values.region_id),
  status: values.status,
  extra_attributes: { ...attributesOf(values, record?.extra_attributes ?? {}, stages) },
})

const attributesOf = (values: VehicleValues, before: Attributes, stages: readonly SchemaStage[]): Attributes =>
  inputsOf(stages).reduce((attributes, { path, field }) => {
    const value = values[attributeName(path)]
    // A switch that was not touched is not sent; neither is a value that this form could not show.
    if (sameValue(value, shownValue(field.type, valueAt(before, path)))) return attributes
    const empty = value === '' || value === null || (Array.isArray(value) && value.length === 0)
    return withValueAt(attributes, path, empty ? undefined : value)
  }, before)
