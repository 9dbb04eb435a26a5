import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeOsm, importStreets, readManifest, startDrawing } from '@ambit/streets'
import { openStreetsSource } from '../streets/source.ts'
import { ensureStreets } from './streets.ts'

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'ambit-cli-streets-'))
})
afterEach(() => rm(data, { recursive: true, force: true }))

/** An extract with one street of so many blocks. */
const writeExtract = async (name: string, blocks: number): Promise<string> => {
  const drawing = startDrawing()
  const nodes = Array.from({ length: blocks + 1 }, (_, at) => drawing.node([at * 100, 0]))
  drawing.way(nodes, { highway: 'residential', name: 'Long Street' })
  const file = join(data, name)
  await writeFile(file, encodeOsm(drawing, 'test'))
  return file
}

const importOwn = async (): Promise<string> => {
  const folder = join(data, 'streets', 'city')
  await mkdir(join(data, 'streets'), { recursive: true })
  const file = await writeExtract('city.osm.pbf', 5)
  await importStreets({ file, folder, name: 'city', demo: false, createdAt: '2026-11-20T08:00:00Z' })
  return folder
}

const openSource = async () => {
  const warnings: string[] = []
  const silent = { debug: () => {}, info: () => {}, error: () => {} }
  const log = { ...silent, warn: (_fields: object, message = '') => void warnings.push(message) }
  return { source: await openStreetsSource(data, null, log), warnings }
}

test('no demo town is made where somebody has imported streets', async () => {
  await importOwn()
  expect(await ensureStreets({ data, file: undefined, seed: 7 })).toBeNull()
  const { manifest } = (await openSource()).source.current() ?? {}
  expect(manifest).toMatchObject({ name: 'city', demo: false })
  expect(await readdir(join(data, 'streets'))).toEqual(['city'])
})

test('streets that a power cut left aside while others took their place are used again', async () => {
  const folder = await importOwn()
  await rename(folder, `${folder}.old`)
  expect(await ensureStreets({ data, file: undefined, seed: 7 })).toBeNull()
  expect((await openSource()).source.current()?.manifest).toMatchObject({ name: 'city' })
  expect(await readdir(join(data, 'streets'))).toEqual(['city'])
})

test('streets that somebody has imported are used before a newer demo town', async () => {
  const folder = await importOwn()
  const demo = join(data, 'streets', 'demo-town-7')
  await mkdir(demo)
  const manifest = { format: 2, name: 'Port Halloran', created_at: '2026-11-25T08:00:00Z', demo: true }
  await writeFile(join(demo, 'manifest.json'), JSON.stringify(manifest))
  expect((await openSource()).source.folder()).toBe(folder)
})

test('imported streets that another version made are named, and no demo town takes their place', async () => {
  const folder = await importOwn()
  await writeFile(join(folder, 'manifest.json'), '{"format":0}')
  const sentence = `The street data in ${folder} were made by another version of Ambit: import them again.`
  expect(await ensureStreets({ data, file: undefined, seed: 7 })).toBe(sentence)
  expect(existsSync(join(data, 'streets', 'demo-town-7'))).toBe(false)
  const { source, warnings } = await openSource()
  expect(source.current()).toBeNull()
  expect(warnings).toEqual([sentence])
})

test('an extract that was fetched anew is imported, however old it is, and one that was imported is not', async () => {
  const folder = join(data, 'streets', 'city')
  const ensureCity = async (blocks: number) => {
    const file = await writeExtract('city.osm.pbf', blocks)
    await utimes(file, new Date('2026-11-01T00:00:00Z'), new Date('2026-11-01T00:00:00Z'))
    await ensureStreets({ data, file, seed: 7 })
    return readManifest(folder)
  }
  const first = await ensureCity(5)
  expect(await ensureCity(5)).toEqual(first)
  expect((await ensureCity(9)).counts.nodes).toBe(10)
})

test('street data of before extracts were noted are kept while their extract is older', async () => {
  const { input: _, ...manifest } = await readManifest(await importOwn())
  const written = { ...manifest, created_at: new Date(Date.now() + 60_000).toISOString() }
  await writeFile(join(data, 'streets', 'city', 'manifest.json'), JSON.stringify(written))
  await ensureStreets({ data, file: join(data, 'city.osm.pbf'), seed: 7 })
  expect(await readManifest(join(data, 'streets', 'city'))).toEqual(written)
})

test('the command line reads paths from where npm was run, not from the checkout', async () => {
  await writeExtract('city.osm.pbf', 5)
  const command = [join(import.meta.dirname, 'ambit.ts'), 'streets', 'import', 'city.osm.pbf', '--data', 'own']
  await promisify(execFile)(process.execPath, command, { env: { ...process.env, INIT_CWD: data } })
  expect(await readManifest(join(data, 'own', 'streets', 'city'))).toMatchObject({ name: 'city' })
})
