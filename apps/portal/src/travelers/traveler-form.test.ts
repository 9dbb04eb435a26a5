import { expect, test } from 'vitest'
import type { Traveler } from '@ambit/contract'
import { maskedTravelerForm, TravelerForm, travelerBody, travelerValues } from './traveler-form.ts'

const filled = {
  ...travelerValues(null),
  first_name: 'Amelia',
  last_name: 'Nguyen',
  username: 'anguyen',
  email: 'amelia@example.org',
}

// covers: PAX-34..42
test('a new passenger requires only a name, a username and an e-mail address', () => {
  const empty = TravelerForm.safeParse(travelerValues(null))
  expect(empty.error?.issues.map((issue) => issue.message)).toEqual([
    'Please enter first name',
    'Please enter last name',
    'Please enter a username',
    'Please enter email address',
  ])
  expect(TravelerForm.safeParse(filled).success).toBe(true)
  expect(filled).toMatchObject({ low_tech: false, handicapped: false, medically_exempt: false, phone_number: '' })
  const wrong = TravelerForm.safeParse({ ...filled, email: 'amelia' })
  expect(wrong.error?.issues.map((issue) => issue.message)).toEqual(['Please enter a valid email address'])
})

test('empty fields of a passenger are sent as null', () => {
  expect(travelerBody({ ...filled, status: '' })).toMatchObject({ phone_number: null, status: null })
})

// covers: RIDE-27
test('an e-mail address is asked for unless the phone number is verified or there was none before', () => {
  const faultsOf = (known: Pick<Traveler, 'email' | 'phone_verified'>) => {
    const form = maskedTravelerForm(new Set(), known)
    return form.safeParse({ ...filled, email: '' }).error?.issues.map(({ message }) => message) ?? []
  }
  expect(faultsOf({ email: 'a@b.org', phone_verified: false })).toEqual(['Please enter email address'])
  expect(faultsOf({ email: 'a@b.org', phone_verified: true })).toEqual([])
  expect(faultsOf({ email: null, phone_verified: false })).toEqual([])
  expect(travelerBody({ ...filled, email: '' })).toMatchObject({ email: null })
})
