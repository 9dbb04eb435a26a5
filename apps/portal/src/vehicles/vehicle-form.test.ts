import type { SchemaStage } from '@ambit/contract'
import { expect, test } from 'vitest'
import { vehicleFormFor, vehicleValues } from './vehicle-form.ts'

const stages: SchemaStage[] = [true, false].map((completable, at) => ({
  key: `stage_${at}`,
  label: `Stage ${at}`,
  color: '#1f56b8',
  completable,
  fields: [{ key: 'livery', label: 'Livery', type: 'text', options: [], fields: [] }],
}))
const van = { license_plate: 'P 1', vehicle_number: 'N 1', capacity: 8, mobility_capacity: 1, seats_per_wheelchair: 0 }

test('a stage that cannot be completed requires no answer', () => {
  const form = vehicleFormFor(stages, null)
  expect(form.safeParse({ ...vehicleValues(null, stages), ...van }).error).toBeUndefined()
})

test('custom fields that are added while the form is open do not stop it from saving', () => {
  const form = vehicleFormFor(stages, null)
  expect(form.safeParse({ ...vehicleValues(null, stages.slice(0, 1)), ...van }).error).toBeUndefined()
})

test('text that is too long for a custom field is reported at the field', () => {
  const values = { ...vehicleValues(null, stages), ...van, 'extra_attributes/stage_0/livery': 'x'.repeat(256) }
  expect(vehicleFormFor(stages, null).safeParse(values).error?.issues).toMatchObject([
    { path: ['extra_attributes/stage_0/livery'], message: 'Please enter at most 255 characters' },
  ])
})
