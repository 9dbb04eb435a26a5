import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** In a browser story, or by itself in a file of them. */
const LEFT = 'leftToLongRun()'
/** Above a test of Vitest; `vitest.config.ts` reads it. */
const LEFT_TEST = /^ *\/\/ @test-tag long\n *test\b/m
/** Statements that the long run alone shows. Further ones want a cheaper test. */
const MOST_ALONE = 80
const ANY_TAG = /\/\/ @test-tag/
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
const piecesOf = (text: string): string[] =>
  text.split(/(?<!\n *\/\/ .*)\n(?=(?:\s*\/\/ .*\n)*\s*(?:test|describe)(?:\.\w+)?[(`])/)

const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') }).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  )

test('few statements are claimed only by what the quick run leaves out', () => {
  const quick = new Set<string>()
  const left = new Set<string>()
  const sort = (text: string, isLeft: (piece: string) => boolean): void => {
    for (const piece of piecesOf(text)) for (const claim of claimsIn(piece)) (isLeft(piece) ? left : quick).add(claim)
  }
  for (const text of filesOf('{apps,packages,tools}/**/*.test.{ts,tsx}'))
    sort(text, (piece) => LEFT_FILE.test(text) || LEFT_TEST.test(piece))
  for (const text of filesOf('e2e/**/*.spec.ts'))
    sort(text, (piece) => text.includes(`\n${LEFT}\n`) || piece.includes(LEFT))
  const alone = [...left].filter((claim) => !quick.has(claim))
  expect(quick.size).toBeGreaterThan(2000)
  expect(left.size).toBeGreaterThan(0)
  // What may not be broken unseen until a release: who signs in, who may do what, and the interface.
  expect(alone.filter((claim) => /^(AUTH|PERM|API)-/.test(claim))).toEqual([])
  expect(alone.length).toBeLessThanOrEqual(MOST_ALONE)
})

test('the mark of a test that is left to the long run stands right above it', () => {
  const marked = filesOf('{apps,packages}/**/*.test.{ts,tsx}')
    .flatMap(piecesOf)
    .filter((piece) => ANY_TAG.test(piece))
  expect(marked.length).toBeGreaterThan(100)
  expect(marked.filter((piece) => !LEFT_TEST.test(piece))).toEqual([])
})
