import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| ([12]) +\|[^|]*\| ([a-z ]+?) +\| (.*?) *\|$/gm)].map(
  ([, id = '', level = '', state = '', shown = '']) => ({ id, level, state, shown }),
)
const files = (shown: string): string[] =>
  [...shown.matchAll(/`([\w./-]+\.\w+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.includes('/') || path.endsWith('.md'))

/** Requirements of levels 1 and 2 in ASVS 5.0.0, by chapter. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

test('every requirement of ASVS levels 1 and 2 is listed once, with a state', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const counts = CHAPTERS.map((_, at) => rows.filter(({ id }) => id.startsWith(`${at + 1}.`)).length)
  expect(counts).toEqual(CHAPTERS)
  expect([...new Set(rows.map(({ state }) => state))].toSorted()).toEqual(['met', 'not applicable', 'open'])
})

test('each requirement that is met names what shows it, and every file that is named exists', () => {
  const named = rows.flatMap(({ id, shown }) => files(shown).map((path) => ({ id, path })))
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
  expect(rows.filter(({ state, shown }) => state === 'met' && files(shown).length === 0)).toEqual([])
  expect(rows.filter(({ state, shown }) => state !== 'met' && shown === '')).toEqual([])
})

test('the figures at its beginning are those of the table', () => {
  const of = (state: string): number => rows.filter((row) => row.state === state).length
  expect(text).toContain(
    `Of ${rows.length} requirements ${of('met')} are met, ${of('open')} are open, ${of('not applicable')} do not apply.`,
  )
})

test('the server starts no other program', () => {
  const folder = join(root, 'apps/server/src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'),
  )
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.filter((path) => readFileSync(join(folder, path), 'utf8').includes('child_process'))).toEqual([])
})
