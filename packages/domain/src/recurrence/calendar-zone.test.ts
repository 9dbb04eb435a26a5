import { expect, test } from 'vitest'
import { calendarZone } from './calendar-zone.ts'

const NOW = new Date('2026-11-23T00:00:00Z')
/** Its changes of one year, as kind, moment by the clock before, and offset after. */
const changesOf = (zone: string, year: number): string[][] => {
  const lines = calendarZone(zone, NOW)
  const after = (index: number, name: string) => lines.slice(index).find((line) => line.startsWith(name)) ?? ''
  return lines.flatMap((line, index) => {
    const begins = after(index, 'DTSTART:')
    if (!/^BEGIN:(?:DAYLIGHT|STANDARD)$/.test(line) || !begins.startsWith(`DTSTART:${year}`)) return []
    return [[line.slice('BEGIN:'.length), begins.slice('DTSTART:'.length), after(index, 'TZOFFSETTO:').slice(11)]]
  })
}

test('the clock of a zone is told with summer time as daylight time, east and west of Greenwich', () => {
  expect(changesOf('Europe/Vaduz', 2026)).toEqual([
    ['DAYLIGHT', '20260329T020000', '+0200'],
    ['STANDARD', '20261025T030000', '+0100'],
  ])
  expect(changesOf('America/New_York', 2026)).toEqual([
    ['DAYLIGHT', '20260308T020000', '-0400'],
    ['STANDARD', '20261101T020000', '-0500'],
  ])
  // Over Greenwich itself.
  expect(changesOf('Atlantic/Azores', 2026)).toEqual([
    ['DAYLIGHT', '20260329T000000', '+0000'],
    ['STANDARD', '20261025T010000', '-0100'],
  ])
})
