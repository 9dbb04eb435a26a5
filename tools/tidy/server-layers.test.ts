import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldersInCycles, importsBelow, line } from './imports.ts'

const source = join(import.meta.dirname, '../../apps/server/src')
const imports = importsBelow(source, { tests: false })

/** What every module stands on, from the bottom to the top. A folder imports from the layers below its own. */
const foundation = [
  'context',
  'jobs',
  'database',
  'audit',
  'sessions',
  'http',
  'live',
  'settings',
  'access',
  'planning/plan',
  'planning/problem',
  'planning/search',
  'planning/change',
  'planning/reassign',
  'planning/disrupt',
  'planning/effects',
  'planning/upkeep',
]
/** What starts the server, fills it or tests it: any of them may import a module, and no module imports them. */
const starting = ['backup', 'boot', 'cli', 'clock', 'demo', 'health', 'observe', 'pages', 'room', 'testing']

/** `planning/plan` of `planning/plan/cache.ts`; null for files at the top, which put the server together. */
const folderOf = (path: string): string | null => {
  const parts = path.split('/').slice(0, -1)
  return parts.length === 0 ? null : parts.join('/')
}
const heightOf = (folder: string): number =>
  foundation.includes(folder) ? foundation.indexOf(folder) : starting.includes(folder) ? 1000 : 100

/** The jobs and the state of planning, which only the top of the server and what starts it import. */
const isComposition = (path: string): boolean => folderOf(path) === null || folderOf(path) === 'planning'

test('a folder of the server imports only from the layers below it, and a module from other modules', () => {
  const upward = imports.filter(({ from, to }) => {
    const [one, other] = [folderOf(from), folderOf(to)]
    if (one === null || other === null || one === other || isComposition(from)) return false
    return heightOf(one) < heightOf(other) || (heightOf(other) === 1000 && heightOf(one) < 1000)
  })
  expect(upward.map(line)).toEqual([])
})

test('the folders that the layers of the server name exist', () => {
  const folders = new Set(
    readdirSync(source, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(source.length + 1)),
  )
  expect([...foundation, ...starting].filter((folder) => !folders.has(folder))).toEqual([])
})

test('no folder of the server, however deep, is in an import cycle', () => {
  expect(foldersInCycles(imports.filter(({ from, to }) => folderOf(from) !== null && folderOf(to) !== null))).toEqual(
    [],
  )
})

test('no module of the server imports the routes of another', () => {
  const routes = imports.filter(
    ({ from, to }) => /(^|\/)(\w+-)?routes\.ts$/.test(to) && folderOf(from) !== folderOf(to) && folderOf(from) !== null,
  )
  expect(routes.map(line)).toEqual([])
})
