import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIVE_EVENTS_KEPT } from '../live/prune.ts'
import type { Database } from '../database/connect.ts'
import { statedGrowth } from '../database/growth.ts'
import { openTestDatabase } from '../testing/database.ts'

const source = join(import.meta.dirname, '..')
const page = readFileSync(join(source, '../../../docs/operating/logging.md'), 'utf8')
const section = (title: string): string[] =>
  (page.split(/^## /m).find((one) => one.startsWith(title)) ?? '').split('\n').filter((line) => line.startsWith('| `'))
const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing'))
  .map((path) => readFileSync(join(source, path), 'utf8'))

// covers: OPS-97
test('the page about logging says of each place what is there, who can read it and for how long', () => {
  for (const title of ['By the process', 'In the database', 'In files']) {
    const part = page.split(/^## /m).find((one) => one.startsWith(title)) ?? ''
    const [head, , ...rows] = part.split('\n').filter((line) => line.startsWith('|'))
    const cellsOf = (line = ''): string[] =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
    expect(cellsOf(head).slice(1)).toEqual(['What', 'Who can read it', 'How long'])
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.filter((row) => cellsOf(row).length !== 4 || cellsOf(row).includes(''))).toEqual([])
  }
  for (const place of [
    'standard output',
    'standard error',
    '/metrics',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'PostgreSQL',
    'proxy',
  ])
    expect(page).toContain(place)
})

/** Tables that tell what happened, by how they are called. */
const LOGGING =
  /^(audit_(events|seals|checks))$|_(events|histories|actions|runs|(?<!^special_)days|looks|warnings|mails)$/

// covers: OPS-97
test('the page about logging names each file that the server adds lines to, and no other', () => {
  const appending = code.filter((text) => /appendFile(Sync)?\(/.test(text))
  const written = appending.flatMap((text) => [...text.matchAll(/'([\w-]+\.(?:log|jsonl))'/g)].map((match) => match[1]))
  expect(appending).toHaveLength(written.length)
  expect(section('In files').map((line) => codeIn(line)[0])).toEqual(expect.arrayContaining(written))
  expect(section('In files')).toHaveLength(written.length)
})

// covers: OPS-97
test('the page about logging names every table that tells what happened and no other, with the period of the rule that removes it', async () => {
  const lines = section('In the database')
  const tables = lines.flatMap((line) => codeIn(line.split('|')[1] ?? ''))
  expect(tables.length).toBeGreaterThan(20)
  expect(Object.keys(statedGrowth).filter((table) => LOGGING.test(table) && !tables.includes(table))).toEqual([])
  expect(tables.filter((table) => !Object.hasOwn(statedGrowth, table))).toEqual([])
  const { rows } = await sql<{ kind: string; period: string | null }>`select kind, period from retention_rules`.execute(
    database.db,
  )
  const periods = new Map(rows.map(({ kind, period }) => [kind, wordsOf(period)]))
  const told = lines.flatMap((line) =>
    [...line.matchAll(/(\d+ \w+)[^|,;]*, rule `(\w+)`/g)].map((match) => [match[2], match[1]] as const),
  )
  const wanted = [
    'audit_events',
    'sign_ins',
    'access_events',
    'positions',
    'driver_actions',
    'staff_mails',
    'passenger_mails',
  ]
  expect(told.map(([rule]) => rule)).toEqual(expect.arrayContaining(wanted))
  expect(told.map(([rule, words]) => [rule, words])).toEqual(told.map(([rule = '']) => [rule, periods.get(rule)]))
})

// covers: OPS-97
test('the page about logging says how long what jobs remove is kept', () => {
  const lineOf = (table: string): string | undefined =>
    section('In the database').find((line) => codeIn(line.split('|')[1] ?? '').includes(table))
  // Of the day on which it runs the job keeps one more.
  for (const [table, days] of [
    ['unusual_looks', 30],
    ['known_devices', 90],
    ['retention_runs', 400],
    ['status_days', 90],
    ['room_days', 31],
  ] as const) {
    const bound = statedGrowth[table]?.bound
    const stated = bound !== undefined && 'days' in bound ? bound.days : 0
    expect([table, lineOf(table)?.includes(`${days} days`), stated - days]).toEqual([
      table,
      true,
      stated > days ? 1 : 0,
    ])
  }
  expect(lineOf('live_events')).toContain(LIVE_EVENTS_KEPT.toLocaleString('en'))
})

const units = { D: 'day', M: 'month', Y: 'year' } as const
const wordsOf = (period: string | null): string | null => {
  const [, count = '', unit = 'D'] = /^P(\d+)([DMY])$/.exec(period ?? '') ?? []
  return period === null ? null : `${count} ${units[unit as keyof typeof units]}${count === '1' ? '' : 's'}` // of the pattern
}
