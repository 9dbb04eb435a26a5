import { serializeQuery } from '@ambit/contract'
import { expect, test } from 'vitest'
import { ANY_TIME, bookingsState, momentsOf, narrowing } from './bookings-state.ts'

const now = new Date('2026-11-26T05:40:00Z')
const frame = { scope: { region: null, zone: [] }, now, timeZone: 'Australia/Brisbane' }
const sent = (search: Record<string, string>, scope: { region: number | null; zone: number[] } = frame.scope): string =>
  decodeURIComponent(serializeQuery(narrowing(bookingsState.read(search), { ...frame, scope })))

// covers: API-16, BOOK-13
test('a preset date range is requested as its start and end, joined by a comma', () => {
  expect(sent({ 'filter.date_range': 'today' })).toBe(
    '?filter[date_range]=2026-11-25T14:00:00.000Z,2026-11-26T14:00:00.000Z',
  )
  // Without one the window is two hours round now, and moves with it.
  expect(sent({})).toBe('?filter[date_range]=2026-11-26T04:40:00.000Z,2026-11-26T06:40:00.000Z')
  const later = { ...frame, now: new Date('2026-11-26T05:41:00Z') }
  expect(narrowing(bookingsState.read({}), later).filter?.date_range?.[0]).toBe('2026-11-26T04:41:00.000Z')
})

test('an exact date range is kept, any time means no range, and an invalid one the default', () => {
  const exact = '2026-11-26T08:00:00.000Z,2026-11-26T08:30:00.000Z'
  expect(sent({ 'filter.date_range': exact })).toBe(`?filter[date_range]=${exact}`)
  expect(sent({ 'filter.date_range': ANY_TIME })).toBe('')
  for (const junk of ['yesterday', 'a,b', '2026-11-26T08:00:00Z', `${exact},${exact}`])
    expect(bookingsState.read({ 'filter.date_range': junk })['filter.date_range']).toBe('+/-1 hour')
  expect(momentsOf('any', now, 'Australia/Brisbane')).toBeNull()
  expect(bookingsState.write({ 'filter.date_range': '+/-1 hour' })).toEqual({ 'filter.date_range': undefined })
})

test('status, region and zones filter the bookings as in the address', () => {
  const search = { 'filter.status': 'on_board,nonsense,secured', 'filter.date_range': 'any', search: 'silva' }
  expect(sent(search, { region: 2, zone: [4, 5] })).toBe(
    '?search=silva&filter[status]=secured,on_board&filter[region]=2&filter[zone]=4,5',
  )
})
