import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldersInCycles, importsBelow, line } from './imports.ts'
import type { Import } from './imports.ts'

const source = join(import.meta.dirname, '../../apps/driver/src')

/** Folders of the driver's app from the bottom to the top. A folder imports from the layers below its own. */
const layers: readonly (readonly string[])[] = [['device', 'texts', 'worker'], ['trip'], ['ui'], ['screens']]
const layerOf = (folder: string): number => layers.findIndex((layer) => layer.includes(folder))

const imports: Import[] = [...importsBelow(source), ...importsBelow(source, { lazy: true })]

/** The files at the top put the app together. Tests and what they work with may import from any layer. */
const isComposition = (file: string): boolean =>
  !file.includes('/') || file.startsWith('testing/') || /\.test\.tsx?$/.test(file)
const topOf = (file: string): string => file.split('/')[0] ?? ''

test('every folder of the driver’s app has its place in the layers', () => {
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => name !== 'testing' && layerOf(name) < 0)).toEqual([])
})

test('a folder of the driver’s app imports only from the layers below it, so that the device knows no screen', () => {
  const upward = imports.filter(
    ({ from, to }) => !isComposition(from) && topOf(from) !== topOf(to) && layerOf(topOf(to)) >= layerOf(topOf(from)),
  )
  expect(upward.map(line)).toEqual([])
})

test('no folder of the driver’s app is in an import cycle', () => {
  expect(foldersInCycles(imports.filter(({ from }) => !isComposition(from)))).toEqual([])
})
