import { expect, test } from 'vitest'
import type { SchemaField, SchemaStage } from '@ambit/contract'
import {
  attributeProblems,
  completedStages,
  earlierValues,
  leavesOf,
  optionsAt,
  valueAt,
  withValueAt,
} from './attributes.ts'

const field = (key: string, type: SchemaField['type'], more: Partial<SchemaField> = {}): SchemaField => ({
  key,
  label: key.replaceAll('_', ' '),
  type,
  options: [],
  fields: [],
  ...more,
})
const areas = [
  { value: 'north', label: 'North' },
  { value: 'south', label: 'South' },
]
const stages: SchemaStage[] = [
  {
    key: 'allocation',
    label: 'Allocation',
    color: '#1f56b8',
    completable: true,
    fields: [
      field('service_allocation_details', 'group', {
        fields: [field('functional_area', 'select', { options: areas }), field('depot', 'text')],
      }),
    ],
  },
  {
    key: 'inspection',
    label: 'Inspection',
    color: '#0b7a4b',
    completable: true,
    fields: [
      field('checked_on', 'date'),
      field('odometer', 'number'),
      field('passed', 'boolean'),
      field('remarks', 'textarea'),
      field('checks', 'multiselect', { options: areas }),
    ],
  },
]

// covers: VEH-46..51, VEH-54
test('attributes are grouped by stage and group, and a completed stage is marked by its name', () => {
  expect(stages.flatMap(leavesOf).map(({ path }) => path.join('.'))).toEqual([
    'allocation.service_allocation_details.functional_area',
    'allocation.service_allocation_details.depot',
    'inspection.checked_on',
    'inspection.odometer',
    'inspection.passed',
    'inspection.remarks',
    'inspection.checks',
  ])
  const attributes = {
    allocation: { service_allocation_details: { functional_area: 'north' } },
    inspection_completed: true,
  }
  expect(valueAt(attributes, ['allocation', 'service_allocation_details', 'functional_area'])).toBe('north')
  expect(valueAt(attributes, ['allocation', 'constructor'])).toBeUndefined()
  expect(completedStages(stages, attributes).map(({ key }) => key)).toEqual(['inspection'])
  expect(optionsAt(stages, ['allocation', 'service_allocation_details', 'functional_area'])).toEqual(areas)
  expect(optionsAt(stages, ['allocation', 'nothing'])).toBeNull()
})

test('setting, changing and removing a value leaves its neighbours as they were', () => {
  const one = withValueAt({ other: 1 }, ['a', 'b', 'c'], 'x')
  expect(one).toEqual({ other: 1, a: { b: { c: 'x' } } })
  const two = withValueAt(one, ['a', 'b', 'd'], 'y')
  expect(withValueAt(two, ['a', 'b', 'c'], undefined)).toEqual({ other: 1, a: { b: { d: 'y' } } })
  expect(withValueAt(one, ['a', 'b', 'c'], undefined)).toEqual({ other: 1 })
})

test('each type refuses invalid values and names the field', () => {
  const wrong = {
    allocation: { service_allocation_details: { functional_area: 'west', depot: 7 } },
    inspection: {
      checked_on: '2026-13-01',
      odometer: 'far',
      passed: 'yes',
      remarks: 'x'.repeat(4001),
      checks: ['north', 'up'],
    },
    inspection_completed: 'yes',
  }
  expect(attributeProblems(stages, wrong).map(({ path, detail }) => [path.at(-1), detail])).toEqual([
    ['functional_area', 'service allocation details, functional area: please choose one of the options'],
    ['depot', 'service allocation details, depot: please enter text'],
    ['inspection_completed', 'Inspection: completed is yes or no'],
    ['checked_on', 'checked on: please enter a date'],
    ['odometer', 'odometer: please enter a number'],
    ['passed', 'passed: please answer yes or no'],
    ['remarks', 'remarks: please enter at most 4000 characters'],
    ['checks', 'checks: please choose among the options'],
  ])
  const right = {
    allocation: { service_allocation_details: { functional_area: 'south', depot: '' } },
    inspection: { checked_on: '2026-02-28', odometer: 1.5, passed: false, remarks: null, checks: [] },
  }
  expect(attributeProblems(stages, right)).toEqual([])
  for (const [day, problems] of [
    ['2028-02-29', 0],
    ['2026-02-29', 1],
    ['2026-04-31', 1],
    ['2026-00-10', 1],
    ['2026-1-1', 1],
  ] as const)
    expect([day, attributeProblems(stages, { inspection: { checked_on: day } })]).toEqual([
      day,
      Array.from({ length: problems }, () => expect.anything()),
    ])
})

test('a removed option may be kept only where it was chosen before', () => {
  const kept = { allocation: { service_allocation_details: { functional_area: 'west' } } }
  expect(attributeProblems(stages, kept, kept)).toEqual([])
  expect(attributeProblems(stages, kept, {})).toHaveLength(1)
})

test('values of removed fields are listed apart, at every level', () => {
  const attributes = {
    allocation: { service_allocation_details: { functional_area: 'north', garage: 'B4' }, lane: 2 },
    allocation_completed: true,
    paint: { colour: 'teal' },
    paint_completed: true,
    inspection: { passed: '' },
  }
  expect(earlierValues(stages, attributes).map(({ path, value }) => [path.join('.'), value])).toEqual([
    ['allocation.service_allocation_details.garage', 'B4'],
    ['allocation.lane', 2],
    ['paint.colour', 'teal'],
    ['paint_completed', true],
  ])
})
