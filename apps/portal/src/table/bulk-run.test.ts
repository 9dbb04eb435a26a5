import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeMatches, newCode, runBulk } from './bulk-run.ts'

// covers: DRAFT-31
test('a confirmation code is short, random and easy to read', () => {
  const codes = Array.from({ length: 200 }, newCode)
  expect(codes.every((code) => /^[A-HJKMNP-Z2-9]{4}$/.test(code))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(190)
  expect(codeMatches(' ab2c ', 'AB2C')).toBe(true)
  expect(codeMatches('AB2', 'AB2C')).toBe(false)
  expect(codeMatches('', 'AB2C')).toBe(false)
})

test('a bulk action runs once per item, and failed items give the reason', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(), { maxLength: 30 }), fc.func(fc.boolean()), async (ids, fails) => {
      const ran: number[] = []
      const outcome = await runBulk(
        ids.map((id) => ({ id, name: `Item ${id}` })),
        async ({ id }) => {
          ran.push(id)
          await Promise.resolve()
          if (fails(id)) throw new Error(`No ${id}`)
        },
        (error) => [String(error)],
      )
      expect(ran.toSorted()).toEqual(ids.toSorted())
      expect(outcome.size).toBe(ids.length)
      for (const id of ids) expect(outcome.get(id)).toEqual(fails(id) ? [`Error: No ${id}`] : null)
    }),
  )
})
