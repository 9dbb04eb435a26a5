import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../url/plain-search.ts'
import { oneOf } from '../url/url-state.ts'
import { listState } from './list-state.ts'

const drivers = listState<{ 'filter.approved': 'true' | 'false' | null }>(
  { 'filter.approved': oneOf(['true', 'false']) },
  ['email'],
)

// covers: DRV-08..10, TABLE-01, TABLE-02
test('a list keeps page, size, search, sort and filters in its address, without defaults', () => {
  const text = '?page=2&per_page=50&search=o%27brien&sort=-email&filter.approved=true'
  const state = drivers.read(parseSearch(text))
  expect(state).toEqual({ page: 2, per_page: 50, search: "o'brien", sort: '-email', 'filter.approved': 'true' })
  expect(stringifySearch(drivers.write(state))).toBe(text)
  expect(stringifySearch(drivers.write(drivers.read({})))).toBe('')
  expect(drivers.read({}).per_page).toBe(25)
})

test('a list address that cannot be read falls back to the defaults', () => {
  expect(drivers.read(parseSearch('?page=-1&per_page=7&sort=password&filter.approved=maybe'))).toEqual(drivers.read({}))
  expect(drivers.read(parseSearch('?page=1e9&per_page=1000')).page).toBe(1)
})
