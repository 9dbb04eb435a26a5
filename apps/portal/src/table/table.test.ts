import { expect, test } from 'vitest'
import { createFormat } from '../settings/create-format.ts'
import { cellText, fitWidths } from './column.ts'
import { nextSort, pagerPages, pollInterval, sortDirection } from './list-state.ts'
import { rowKey } from './row-keys.ts'

const format = createFormat({ locale: 'en-AU', currency: 'AUD' }, 'Australia/Brisbane')
const noon = '2026-11-23T02:05:00Z'

// covers: TABLE-06..11, TABLE-16, TABLE-17
test('each column type formats its value, and an empty value is a dash', () => {
  expect(cellText(noon, 'datetime', format)).toBe('23/11/2026, 12:05 pm')
  expect(cellText(noon, 'date', format)).toBe('23/11/2026')
  expect(cellText(noon, 'time', format)).toBe('12:05 pm')
  expect(cellText(1234.6, 'number', format)).toBe('1,235')
  expect(cellText(0.254, 'percentage', format)).toBe('25%')
  expect(cellText('Walsh', 'text', format)).toBe('Walsh')
  expect(cellText(1042, 'id', format)).toBe('1042')
  for (const empty of [null, undefined, '']) expect(cellText(empty, 'date', format)).toBe('–')
  expect(cellText('no date', 'date', format)).toBe('–')
})

// covers: TABLE-18
test('money is Australian dollars', () => expect(format.money(3.5)).toBe('$3.50'))

// covers: TABLE-03
test('the pager shows five pages around the current one', () => {
  expect(pagerPages(1, 20)).toEqual([1, 2, 3, 4, 5])
  expect(pagerPages(10, 20)).toEqual([8, 9, 10, 11, 12])
  expect(pagerPages(20, 20)).toEqual([16, 17, 18, 19, 20])
  expect(pagerPages(2, 3)).toEqual([1, 2, 3])
  expect(pagerPages(1, 1)).toEqual([1])
})

// covers: TABLE-12..14
test('polling pauses while a user searches, filters or selects', () => {
  const calm = { filters: false, search: false, selection: false }
  expect(pollInterval(calm)).toBeGreaterThan(0)
  for (const active of Object.keys(calm)) expect(pollInterval({ ...calm, [active]: true })).toBe(false)
})

test('clicking a heading sorts ascending, then descending, then not at all', () => {
  expect([null, 'email', '-email'].map((sort) => nextSort(sort, 'email'))).toEqual(['email', '-email', null])
  expect(nextSort('-id', 'email')).toBe('email')
  expect(sortDirection('-email', 'email')).toBe('descending')
  expect(sortDirection('-email', undefined)).toBe('none')
})

// covers: TABLE-04
test('columns keep a chosen width, and the others share the rest without shrinking', () => {
  const columns = [
    { id: 'a', width: 100 },
    { id: 'b', width: 300 },
  ]
  expect(fitWidths(columns, {}, 800)).toEqual({ a: 200, b: 600 })
  expect(fitWidths(columns, { a: 80 }, 800)).toEqual({ a: 80, b: 720 })
  expect(fitWidths(columns, {}, 200)).toEqual({ a: 100, b: 300 })
  expect(fitWidths(columns, { a: 80, b: 90 }, 800)).toEqual({ a: 80, b: 90 })
})

test('keys on a row open and select it, and controls in a row keep their keys except the arrows', () => {
  const row = new EventTarget()
  const inside = new EventTarget()
  const key = (name: string, target = row) => rowKey({ key: name, target, currentTarget: row as never }) // identity is all that counts
  expect(key('Enter')).toEqual({ act: 'open' })
  expect(key(' ')).toEqual({ act: 'select' })
  expect(key('ArrowDown')).toEqual({ move: 1 })
  expect(key('Enter', inside)).toBeNull()
  expect(key('ArrowUp', inside)).toEqual({ move: -1 })
  expect(key('x')).toBeNull()
})
