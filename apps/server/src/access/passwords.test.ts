import { expect, test } from 'vitest'
import { checkPassword, hashPassword } from './passwords.ts'

test('refuses to check passwords while fifty wait for their turn, and goes on with those', async () => {
  const stored = await hashPassword('a long password')
  const checks = Array.from({ length: 60 }, () => checkPassword(stored, 'a long password'))
  const settled = await Promise.allSettled(checks)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(52)
  expect(new Set(settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.status] : [])))).toEqual(
    new Set([503]),
  )
  expect(await checkPassword(stored, 'another password')).toBe(false)
})
