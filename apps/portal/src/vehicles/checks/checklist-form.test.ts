import { CheckItem } from '@ambit/contract'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('a checklist begins with an item, and gets others, on a page that is served without TLS', async () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  const { checklistValues, newItem } = await import('./checklist-form.ts')
  const ids = [...checklistValues(null).items, newItem()].map(({ id }) => id)
  expect(ids.map((id) => CheckItem.shape.id.safeParse(id).success)).toEqual([true, true])
  expect(new Set(ids).size).toBe(2)
})
