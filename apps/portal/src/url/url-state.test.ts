import { expect, test } from 'vitest'
import { listState } from '../table/list-state.ts'
import { parseSearch, stringifySearch } from './plain-search.ts'
import { readStoredRegion, scopeState, storeRegion } from './scope.ts'
import { oneOf } from './url-state.ts'

// covers: SHELL-57..59
test('region and zones stand in the address as plain text', () => {
  expect(scopeState.read(parseSearch('?region=3&zone=1,2'))).toEqual({ region: 3, zone: [1, 2] })
  expect(stringifySearch({ d: 'DriverDialog-view-1', ...scopeState.write({ region: 3, zone: [1, 2] }) })).toBe(
    '?d=DriverDialog-view-1&region=3&zone=1,2',
  )
  expect(stringifySearch(scopeState.write({ region: null, zone: [] }))).toBe('')
})

// covers: SHELL-60
test('the region is remembered, and junk in the store is not', () => {
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

const drivers = listState<{ 'filter.approved': 'true' | 'false' | null }>(
  { 'filter.approved': oneOf(['true', 'false']) },
  ['email'],
)

// covers: DRV-08..10, TABLE-01, TABLE-02
test('a list keeps page, size, search, sort and filter; defaults are not written', () => {
  const text = '?page=2&per_page=50&search=o%27brien&sort=-email&filter.approved=true'
  const state = drivers.read(parseSearch(text))
  expect(state).toEqual({ page: 2, per_page: 50, search: "o'brien", sort: '-email', 'filter.approved': 'true' })
  expect(stringifySearch(drivers.write(state))).toBe(text)
  expect(stringifySearch(drivers.write(drivers.read({})))).toBe('')
  expect(drivers.read({}).per_page).toBe(25)
})

test('junk falls back to the defaults', () => {
  expect(drivers.read(parseSearch('?page=-1&per_page=7&sort=password&filter.approved=maybe'))).toEqual(drivers.read({}))
  expect(drivers.read(parseSearch('?page=1e9&per_page=1000')).page).toBe(1)
  expect(scopeState.read(parseSearch('?region=x&zone=,0,-1,abc'))).toEqual({ region: null, zone: [] })
})
