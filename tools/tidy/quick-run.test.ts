import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const LEFT = 'leftToLongRun()'
/** Begins a whole file of Vitest, which would read the tag itself wherever a file has it, here too. */
const LEFT_FILE = /^\/\/ @module[-]tag long\n/

/** `// covers: DRV-05, DRV-07..09`, each as one. */
const claimsIn = (text: string): string[] =>
  [...text.matchAll(/\/\/ covers: (.*)/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/([A-Z]+)-(\d+)(?:\.\.(\d+))?/g)].flatMap(([, module, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${module}-${Number(from) + at}`),
    ),
  )

/** A file in pieces: each begins with the comment above a test or a group of tests. */
const piecesOf = (text: string): string[] => text.split(/\n(?=(?:\s*\/\/ .*\n)*\s*test(?:\.describe)?\()/)

const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') }).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  )

test('no statement is claimed only by what the quick run leaves out', () => {
  const quick = new Set<string>()
  const left = new Set<string>()
  for (const text of filesOf('{apps,packages,tools}/**/*.test.{ts,tsx}'))
    for (const claim of claimsIn(text)) (LEFT_FILE.test(text) ? left : quick).add(claim)
  for (const text of filesOf('e2e/**/*.spec.ts')) {
    const whole = text.includes(`\n${LEFT}\n`)
    for (const piece of piecesOf(text))
      for (const claim of claimsIn(piece)) (whole || piece.includes(LEFT) ? left : quick).add(claim)
  }
  expect(quick.size).toBeGreaterThan(2000)
  expect(left.size).toBeGreaterThan(0)
  expect([...left].filter((claim) => !quick.has(claim))).toEqual([])
})
