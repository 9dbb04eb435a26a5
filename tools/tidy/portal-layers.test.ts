import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldersInCycles, importsBelow, line } from './imports.ts'
import type { Import } from './imports.ts'

const source = join(import.meta.dirname, '../../apps/portal/src')

/** Folders of the portal from the bottom to the top. A folder imports from the layers below its own. */
const layers: readonly (readonly string[])[] = [
  ['theme', 'url', 'notifications'],
  ['api'],
  ['settings'],
  ['auth'],
  ['ui'],
  ['dialogs'],
  ['form', 'imports', 'table', 'map', 'live', 'version'],
  ['drafts'],
  ['records'],
  ['navigation'],
  [
    'audit',
    'booking-series',
    'continuity',
    'dashboard',
    'discounts',
    'dispatch-board',
    'booking-sheet',
    'call-list',
    'driver-messages',
    'drivers',
    'exceptions',
    'installation',
    'lost-items',
    'mail',
    'monitoring',
    'messages',
    'organisations',
    'places',
    'privacy',
    'regions',
    'reports',
    'search',
    'security',
    'service-plans',
    'service-requests',
    'service-status',
    'suspensions',
    'sign-in',
    'traveler-sets',
    'travelers',
    'trips',
    'user-groups',
    'users',
    'vehicles',
    'waitlist-entries',
    'zone-solutions',
    'zones',
  ],
  ['shell'],
]
const layerOf = (folder: string): number => layers.findIndex((layer) => layer.includes(folder))

const imports = (lazy: boolean): Import[] => importsBelow(source, { lazy })

/**
 * The files at the top put the portal together, and so does the `module.ts` of each folder, which nothing but
 * `modules.ts` imports: they may import from any layer and belong to no folder. So may tests of the whole portal.
 */
const isComposition = (file: string): boolean =>
  !file.includes('/') || /^[^/]+\/module\.ts$/.test(file) || /^testing\/|\.test\.tsx$/.test(file)
const topOf = (file: string): string => file.split('/')[0] ?? ''

test('every folder of the portal has its place in the layers', () => {
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => name !== 'testing' && layerOf(name) < 0)).toEqual([])
})

test('a folder of the portal imports only from the layers below it', () => {
  const upward = [...imports(false), ...imports(true)].filter(
    ({ from, to }) => !isComposition(from) && topOf(from) !== topOf(to) && layerOf(topOf(to)) >= layerOf(topOf(from)),
  )
  expect(upward.map(line)).toEqual([])
})

test('only the files at the top of the portal import what puts it together', () => {
  const composed = [...imports(false), ...imports(true)].filter(
    ({ from, to }) => !isComposition(from) && isComposition(to),
  )
  expect(composed.map(line)).toEqual([])
})

test('no folder of the portal, however deep, is in an import cycle', () => {
  expect(foldersInCycles(imports(false).filter(({ from }) => !isComposition(from)))).toEqual([])
})
