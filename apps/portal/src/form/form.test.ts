import { ApiError, DriverInput, NetworkError, optionalText } from '@ambit/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { conflictingFields, mergeRecords, staleRecordOf } from './conflict.ts'
import { isRequired } from './required.ts'
import { OFFLINE_SAVE } from '../api/failure-text.ts'
import { fieldOf, placeServerErrors } from './server-errors.ts'
import { fromSteps, timeStepLabel, timeSteps, toSteps } from './time-steps.ts'

// covers: TABLE-20, TABLE-21
test('a time stepper lists five-minute steps from 00:00 to 24:00', () => {
  expect(timeSteps).toHaveLength(289)
  expect(timeSteps.slice(0, 3)).toEqual(['00:00', '00:05', '00:10'])
  expect(timeSteps.at(-1)).toBe('24:00')
})

// covers: TABLE-22..24
test('times that would put the end before the start are disabled', () => {
  const allowed = (steps: readonly { value: string; disabled: boolean }[]) =>
    steps.filter((step) => !step.disabled).map((step) => step.value)
  expect(allowed(fromSteps('00:15'))).toEqual(['00:00', '00:05', '00:10'])
  expect(allowed(toSteps('23:50'))).toEqual(['23:55', '24:00'])
  expect(allowed(fromSteps(null))).toHaveLength(289)
  expect(allowed(fromSteps('00:00'))).toEqual([])
})

// covers: TABLE-16
test('time steps are shown as twelve-hour times', () => {
  expect(['00:00', '09:05', '12:00', '13:30', '24:00'].map((time) => timeStepLabel(time))).toEqual([
    '12:00 am',
    '9:05 am',
    '12:00 pm',
    '1:30 pm',
    '24:00',
  ])
})

// covers: DLG-30, DRV-29
test('a field is required when any of its rules is a required rule', () => {
  expect(isRequired(DriverInput.shape.first_name)).toBe(true)
  expect(isRequired(DriverInput.shape.email)).toBe(true)
  expect(isRequired(optionalText(40))).toBe(false)
  expect(isRequired(z.boolean())).toBe(true)
  expect(isRequired(undefined)).toBe(false)
})

const refused = (status: number, errors: ApiError['errors'], meta?: Record<string, unknown>) =>
  new ApiError(status, '/drivers', { errors: [...errors], meta })
const entry = (pointer: string | null, detail: string, code: 'invalid' | 'stale_record' = 'invalid') => ({
  status: '422',
  code,
  title: 'Invalid',
  detail,
  ...(pointer === null ? {} : { source: { pointer } }),
})

test('server errors are shown beside their fields, and the others on the form', () => {
  const placed: string[] = []
  const rest = placeServerErrors(
    refused(422, [
      entry('/username', 'Taken'),
      entry('/username', 'Too short'),
      entry('/nope', 'Odd'),
      entry(null, 'All'),
    ]),
    ['username', 'email'],
    (field, message) => placed.push(`${field}: ${message}`),
  )
  expect(placed).toEqual(['username: Taken'])
  expect(rest).toEqual(['Odd', 'All'])
  expect(placeServerErrors(new NetworkError('/x'), [], () => {})).toEqual([OFFLINE_SAVE])
  expect(placeServerErrors(new Error('?'), [], () => {})).toHaveLength(1)
  expect(fieldOf('/metadata/shift~1label')).toBe('metadata.shift/label')
})

test('when two users change one driver, only fields that both changed conflict', () => {
  const base = { first_name: 'Mia', phone: '1', status: 'approved' }
  const mine = { ...base, first_name: 'Maia', phone: '2' }
  const theirs = { ...base, first_name: 'Mya', status: 'blocked' }
  expect(conflictingFields(base, mine, theirs)).toEqual([{ field: 'first_name', mine: 'Maia', theirs: 'Mya' }])
  expect(mergeRecords(base, mine, theirs, new Set(['first_name']))).toEqual({
    first_name: 'Maia',
    phone: '2',
    status: 'blocked',
  })
  expect(mergeRecords(base, mine, theirs, new Set()).first_name).toBe('Mya')
})

test('a stale save returns the current record, and other conflicts do not', () => {
  const stale = refused(409, [entry(null, 'Changed', 'stale_record')], { current: { id: 1, version: 4 } })
  expect(staleRecordOf(stale)).toEqual({ version: 4, current: { id: 1, version: 4 } })
  expect(staleRecordOf(refused(409, [entry(null, 'In use')]))).toBeNull()
  expect(staleRecordOf(refused(409, [entry(null, 'Changed', 'stale_record')]))).toBeNull()
  expect(staleRecordOf(new NetworkError('/x'))).toBeNull()
})
