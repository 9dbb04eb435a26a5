import { expect, test } from 'vitest'
import type { User } from '@ambit/contract'
import { userBody, UserForm, userValues } from './user-form.ts'

const stamp = '2026-11-22T00:00:00.000Z'
const dana: User = {
  id: 4,
  first_name: 'Dana',
  last_name: 'Whitlock',
  full_name: 'Dana Whitlock',
  username: 'dana',
  email: 'dana@ambit.example',
  phone_number: null,
  status: 'active',
  groups: [4, 7],
  UserGroups: [],
  region_ids: null,
  organisation_id: null,
  organisation_name: null,
  created_at: stamp,
  updated_at: stamp,
  version: 1,
}

// covers: USER-48, USER-49
test('the user form sends ids as numbers, and no chosen region as no limit', () => {
  expect(userBody(userValues(dana))).toEqual({
    first_name: 'Dana',
    last_name: 'Whitlock',
    username: 'dana',
    email: 'dana@ambit.example',
    phone_number: null,
    status: 'active',
    groups: [4, 7],
    region_ids: null,
    organisation_id: null,
  })
  expect(userBody(userValues({ ...dana, region_ids: [2], phone_number: '+61 1' }))).toMatchObject({
    region_ids: [2],
    phone_number: '+61 1',
  })
  expect(userBody(userValues({ ...dana, organisation_id: 3 }))).toMatchObject({ organisation_id: 3 })
  expect(userValues(null)).toMatchObject({ status: 'active', groups: [], region_ids: [], organisation_id: '' })
})

test('each invalid field of a user reports what it requires', () => {
  const told = Object.fromEntries(
    UserForm.safeParse(userValues(null)).error?.issues.map(({ path, message }) => [path[0], message]) ?? [],
  )
  expect(told).toMatchObject({
    first_name: 'Please enter first name',
    last_name: 'Please enter last name',
    username: 'Please enter a username',
  })
})
