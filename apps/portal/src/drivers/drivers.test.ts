import type { Driver } from '@ambit/contract'
import { expect, test } from 'vitest'
import { isRequired } from '../form/required.ts'
import { driverBody, DriverForm, driverValues, sharedStatus } from './driver-form.ts'
import { mayResetPin, pinConfirmationHint, pinHint } from './pin-rules.ts'

const mia: Driver = {
  id: 12,
  first_name: 'Mia',
  last_name: 'Berg',
  full_name: 'Mia Berg',
  username: 'mberg',
  email: 'mia@example.org',
  phone_number: null,
  status: null,
  region_id: 2,
  created_at: '2026-11-20T00:00:00Z',
  updated_at: '2026-11-20T00:00:00Z',
  version: 1,
}

// covers: DRV-14, DRV-35
test('the driver form shows text, and sends flat data with null for empty fields', () => {
  expect(driverValues(mia)).toMatchObject({ phone_number: '', status: '' })
  expect(driverBody(driverValues(mia))).toEqual({
    first_name: 'Mia',
    last_name: 'Berg',
    username: 'mberg',
    email: 'mia@example.org',
    phone_number: null,
    status: null,
    region_id: 2,
  })
  expect(driverValues(null).status).toBe('approved')
})

// covers: DRV-22..26
test("the rules of a driver's form use the specification's words", () => {
  const empty = {
    first_name: '',
    last_name: ' ',
    username: '',
    email: '',
    phone_number: '',
    region_id: '',
    status: 'approved',
  }
  const words = DriverForm.safeParse(empty).error?.issues.map((issue) => issue.message)
  expect(words).toEqual([
    'Please enter first name',
    'Please enter last name',
    'Please enter username',
    'Please enter email address',
  ])
  const bad = DriverForm.safeParse({ ...empty, first_name: 'M', last_name: 'B', username: 'mb', email: 'mb@' })
  expect(bad.error?.issues.map((issue) => issue.message)).toEqual(['Please enter a valid email address'])
})

// covers: DRV-29
test('a driver is valid without a phone number', () => expect(isRequired(DriverForm.shape.phone_number)).toBe(false))

test('editing several drivers shows the status they share, or none', () => {
  expect(sharedStatus([{ status: 'blocked' }, { status: 'blocked' }])).toBe('blocked')
  expect(sharedStatus([{ status: 'blocked' }, { status: null }])).toBe('')
  expect(sharedStatus([])).toBe('')
})

// covers: DRV-44..48
test('a PIN is entered twice with exactly six digits, and its hints update with each key', () => {
  expect(['', '12', '12345a', '1234567', '123456'].map((pin) => pinHint(pin))).toEqual([
    { text: 'You need 6 more digits', fine: false },
    { text: 'You need 4 more digits', fine: false },
    { text: 'Only digits, please', fine: false },
    { text: 'The PIN has exactly 6 digits', fine: false },
    { text: 'Your PIN looks fine', fine: true },
  ])
  expect(pinConfirmationHint('123456', '12345').fine).toBe(false)
  expect(mayResetPin('123456', '123456')).toBe(true)
  expect(mayResetPin('123456', '123457')).toBe(false)
  expect(mayResetPin('12345', '12345')).toBe(false)
})
