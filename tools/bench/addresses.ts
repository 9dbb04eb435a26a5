// `npm run bench addresses -- [FILE.osm.pbf …] [--texts N] [--missed] [--json OUT]`: how often a half-typed address is
// found first, and how quickly, in the demo town and in extracts (Baltimore and Liechtenstein where they are at hand).
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAddressIndex, ExtractError, openAddressIndex } from '@ambit/streets'
import { writeDemoTown } from '@ambit/town'
import { answer, type Answered, type Score, scores } from './addresses/score.ts'
import { askQuestions } from './addresses/questions.ts'
import { type Figure, report } from './figures/figures.ts'

const SEED = 7
const PASSES = 3
const FIRST = 95
const AMONG_FIVE = 99

const shared = resolve(import.meta.dirname, '../..', process.env['AMBIT_SHARED'] ?? '../shared', 'data/osm')
const EXTRACTS = ['baltimore-2015-02-27.osm.pbf', 'liechtenstein-2015-07-27.osm.pbf'].map((name) => join(shared, name))

const figuresOf = (source: string, { kind, asked, first, five, p50, p95, worst }: Score): Figure[] => {
  const name = `${source}, ${kind}`
  // A figure's target is the most that it should be, so shares are of those missed.
  const target = (share: number): number | null => (kind === 'all' ? 100 - share : null)
  return [
    { measure: `${name}: asked`, value: asked, unit: '', target: null },
    { measure: `${name}: not first`, value: 100 - first, unit: '%', target: target(FIRST) },
    { measure: `${name}: not among five`, value: 100 - five, unit: '%', target: target(AMONG_FIVE) },
    { measure: `${name}: p50`, value: p50, unit: 'ms', target: null },
    { measure: `${name}: p95`, value: p95, unit: 'ms', target: kind === 'all' ? 5 : null },
    { measure: `${name}: slowest`, value: worst, unit: 'ms', target: kind === 'all' ? 100 : null },
  ]
}

const HEAD = ['kind', 'asked', 'first %', 'five %', 'p50 ms', 'p95 ms', 'max ms']

const print = (source: string, rows: readonly Score[]): void => {
  process.stdout.write(
    `\n${source.padEnd(26)}${HEAD.slice(1)
      .map((head) => head.padStart(9))
      .join('')}\n`,
  )
  for (const { kind, asked, first, five, p50, p95, worst } of rows) {
    const cells = [String(asked), first.toFixed(1), five.toFixed(1), p50.toFixed(2), p95.toFixed(2), worst.toFixed(1)]
    process.stdout.write(`${kind.padEnd(26)}${cells.map((cell) => cell.padStart(9)).join('')}\n`)
  }
}

const printMissed = (answered: readonly Answered[]): void => {
  for (const { kind, text, wanted, rank } of answered) {
    if (rank !== 0) process.stdout.write(`  ${kind}: "${text}" is "${wanted}", at ${rank}\n`)
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    texts: { type: 'string', default: '500' },
    missed: { type: 'boolean', default: false },
  },
})
const home = await mkdtemp(join(tmpdir(), 'ambit-bench-'))
try {
  const town = join(home, 'demo town.osm.pbf')
  await writeDemoTown({ file: town, seed: SEED })
  const files = [town, ...(positionals.length > 0 ? positionals : EXTRACTS.filter((file) => existsSync(file)))]
  const figures: Figure[] = []
  for (const file of files) {
    const source = basename(file, '.osm.pbf')
    const folder = await mkdtemp(join(home, 'index-'))
    await buildAddressIndex({ file, folder })
    const index = await openAddressIndex(folder)
    const answered = answer(index, askQuestions(index, Number(values.texts), SEED), PASSES)
    const rows = scores(answered)
    print(source, rows)
    if (values.missed) printMissed(answered)
    figures.push(...rows.flatMap((row) => figuresOf(source, row)))
  }
  process.stdout.write('\n')
  await report(
    figures.filter(({ target }) => target !== null),
    undefined,
  )
  if (values.json !== undefined) await report(figures, values.json)
} catch (error) {
  if (!(error instanceof ExtractError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await rm(home, { recursive: true, force: true })
}
