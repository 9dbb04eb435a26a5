import { expect, test } from 'vitest'
import { checkPassword, DECOY, hashPassword } from './passwords.ts'

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

test('an account that is not known is checked against a hash that costs as much as those of passwords', async () => {
  const costOf = (hash: string) => hash.split('$').slice(1, 4)
  expect(costOf(DECOY)).toEqual(costOf(await hashPassword('a long password')))
  expect(await checkPassword(null, 'a long password')).toBe(false)
})
