import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './plain-search.ts'
import { readStoredRegion, scopeState, storeRegion } from './scope.ts'

// covers: SHELL-57..59
test('region and zones are kept in the address as plain text', () => {
  expect(scopeState.read(parseSearch('?region=3&zone=1,2'))).toEqual({ region: 3, zone: [1, 2] })
  expect(stringifySearch({ d: 'DriverDialog-view-1', ...scopeState.write({ region: 3, zone: [1, 2] }) })).toBe(
    '?d=DriverDialog-view-1&region=3&zone=1,2',
  )
  expect(stringifySearch(scopeState.write({ region: null, zone: [] }))).toBe('')
})

// covers: SHELL-60
test('the region is remembered, and invalid stored values are ignored', () => {
  const store = new Map<string, string>()
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  }
  storeRegion(storage, 3)
  expect(store.get('global_region_filter')).toBe('3')
  expect(readStoredRegion(storage)).toBe('3')
  storeRegion(storage, null)
  expect(readStoredRegion(storage)).toBeNull()
  store.set('global_region_filter', '[object Object]')
  expect(readStoredRegion(storage)).toBeNull()
})

test('an address with an unreadable region or zones has neither', () => {
  expect(scopeState.read(parseSearch('?region=x&zone=,0,-1,abc'))).toEqual({ region: null, zone: [] })
})
