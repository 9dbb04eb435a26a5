import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../apps/portal/src')

/** Folders of the portal from the bottom to the top. A folder imports from the layers below its own. */
const layers: readonly (readonly string[])[] = [
  ['theme', 'url', 'notifications'],
  ['api'],
  ['settings'],
  ['auth'],
  ['ui'],
  ['dialogs'],
  ['form', 'table', 'map', 'live', 'version'],
  ['drafts'],
  ['records'],
  ['navigation'],
  [
    'dashboard',
    'discounts',
    'drivers',
    'mail',
    'monitoring',
    'regions',
    'reports',
    'search',
    'service-plans',
    'service-requests',
    'sign-in',
    'travelers',
    'trips',
    'user-groups',
    'users',
    'vehicles',
    'zones',
  ],
  ['shell'],
]
const layerOf = (folder: string): number => layers.findIndex((layer) => layer.includes(folder))

type Import = { from: string; to: string }

/** Every relative import of TypeScript, with paths from `src`; `lazy` are those of `import()`. */
const imports = (lazy: boolean): Import[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((from) => {
      const text = readFileSync(join(source, from), 'utf8')
      const pattern = lazy
        ? /import\(\s*'(\.[^']+\.tsx?)'/g
        : /^(?:import|export)(?:[^'"]*?from)?\s+'(\.[^']+\.tsx?)'/gm
      return [...text.matchAll(pattern)].map(([, to = '']) => ({ from, to: normalize(join(dirname(from), to)) }))
    })

/**
 * The files at the top put the portal together, and so does the `module.ts` of each folder, which nothing but
 * `modules.ts` imports: they may import from any layer and belong to no folder.
 */
const isComposition = (file: string): boolean => !file.includes('/') || /^[^/]+\/module\.ts$/.test(file)
const topOf = (file: string): string => file.split('/')[0] ?? ''
const line = ({ from, to }: Import): string => `${from} → ${to}`

test('every folder of the portal has its place in the layers', () => {
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => layerOf(name) < 0)).toEqual([])
})

test('a folder of the portal imports only from the layers below it', () => {
  const upward = [...imports(false), ...imports(true)].filter(
    ({ from, to }) => !isComposition(from) && topOf(from) !== topOf(to) && layerOf(topOf(to)) >= layerOf(topOf(from)),
  )
  expect(upward.map(line)).toEqual([])
})

test('only the files at the top of the portal import what puts it together', () => {
  const composed = [...imports(false), ...imports(true)].filter(
    ({ from, to }) => from.includes('/') && isComposition(to),
  )
  expect(composed.map(line)).toEqual([])
})

test('no folder of the portal, however deep, is in an import cycle', () => {
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of imports(false))
    if (!isComposition(from) && dirname(from) !== dirname(to))
      edges.set(dirname(from), (edges.get(dirname(from)) ?? new Set()).add(dirname(to)))
  const reaches = (start: string, goal: string, seen = new Set<string>()): boolean =>
    [...(edges.get(start) ?? [])].some((next) => {
      if (next === goal) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, goal, seen)
    })
  expect([...edges.keys()].filter((folder) => reaches(folder, folder))).toEqual([])
})
