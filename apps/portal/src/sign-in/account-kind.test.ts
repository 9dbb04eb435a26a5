import { expect, test } from 'vitest'
import { accountKindOf } from './account-kind.ts'

test('addresses under /Traveller are for passengers, all others for staff', () => {
  expect(accountKindOf('/Traveller/ResetPassword/x')).toBe('traveller')
  expect(accountKindOf('/Admin/ResetPassword/x')).toBe('admin')
})
