import { mkdir, mkdtemp, readFile, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importStreets } from './import.ts'
import type { ImportProgress } from './import.ts'
import { openStreets } from './open.ts'
import { STAGES } from './stages.ts'
import type { Stage } from './stages.ts'
import { startDrawing } from './osm/drawing.ts'
import type { Drawing } from './osm/drawing.ts'
import { encodeOsm } from './osm/write.ts'
import { toLngLat } from './osm/plane.ts'

let home: string
let folder: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'ambit-import-'))
  folder = join(home, 'streets')
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** A ladder of streets `rungs` blocks long. */
const ladder = (rungs: number): Drawing => {
  const drawing = startDrawing()
  const left = Array.from({ length: rungs }, (_, i) => drawing.node([0, i * 100]))
  const right = Array.from({ length: rungs }, (_, i) => drawing.node([100, i * 100]))
  drawing.way(left, { highway: 'residential', name: 'Left Street' })
  drawing.way(right, { highway: 'residential', name: 'Right Street' })
  left.forEach((node, i) => drawing.way([node, right[i]], { highway: 'service' }))
  return drawing
}

const write = async (name: string, content: Buffer | string): Promise<string> => {
  const file = join(home, name)
  await writeFile(file, content)
  return file
}
const extract = (name = 'town.osm.pbf', rungs = 5) => write(name, encodeOsm(ladder(rungs), 'test'))

const run = (
  file: string,
  more: { name?: string; stages?: readonly Stage[]; onProgress?: (p: ImportProgress) => void } = {},
) =>
  importStreets(
    {
      file,
      folder,
      name: more.name ?? 'Laddertown',
      demo: false,
      createdAt: '2026-11-20T08:00:00Z',
      onProgress: more.onProgress,
    },
    more.stages,
  )

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) =>
      error instanceof Error && 'code' in error ? `${String(error.code)}: ${error.message}` : String(error),
  )

describe('importing an extract', () => {
  it('creates a data set that can be opened and routed over', async () => {
    const seen: number[] = []
    const manifest = await run(await extract(), { onProgress: ({ share }) => seen.push(share) })
    expect(manifest).toMatchObject({ name: 'Laddertown', created_at: '2026-11-20T08:00:00Z', demo: false })
    expect(manifest.attribution).toContain('OpenStreetMap')
    expect(manifest.counts.road_pieces).toBe(13)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toBe(1)

    const streets = await openStreets(folder)
    expect(streets.manifest).toEqual(manifest)
    const route = streets.route('car', toLngLat([0, 50]), toLngLat([100, 350]))
    expect(route?.distance).toBeCloseTo(400, -1)
    expect(route?.streets).toEqual(['Left Street', 'Right Street'])
    expect((await readdir(home)).toSorted()).toEqual(['streets', 'town.osm.pbf'])
  })

  it('keeps to a bounding box', async () => {
    const file = await extract('long.osm.pbf', 30)
    const [west, south] = toLngLat([-50, -50])
    const [east, north] = toLngLat([150, 450])
    const manifest = await importStreets({
      file,
      folder,
      name: 'South end',
      demo: false,
      createdAt: '2026-11-20T08:00:00Z',
      bbox: [west, south, east, north],
    })
    expect(manifest.bbox[3]).toBeLessThan(north)
    expect(manifest.counts.nodes).toBeLessThan(61)
    expect((await openStreets(folder)).snap('car', toLngLat([0, 200]))?.distance).toBeLessThan(1)
  })

  it('replaces the old data only when the new are complete', async () => {
    await run(await extract())
    await run(await extract('bigger.osm.pbf', 9), { name: 'Bigger town' })
    expect((await openStreets(folder)).manifest.name).toBe('Bigger town')
    expect((await readdir(home)).filter((name) => name.startsWith('streets'))).toEqual(['streets'])
  })
})

describe('extracts that cannot be used', () => {
  it('get one clear error each and leave the old data in use', async () => {
    await run(await extract())
    const good = await readFile(join(home, 'town.osm.pbf'))
    const cut = await write('cut.osm.pbf', good.subarray(0, good.length - 40))
    const empty = await write('empty.osm.pbf', '')
    const text = await write('text.osm.pbf', '<osm version="0.6"></osm>')
    const damaged = Buffer.from(good)
    damaged.fill(0x55, 200, 260)
    const broken = await write('broken.osm.pbf', damaged)
    const parks = startDrawing()
    parks.area(
      [
        [0, 0],
        [50, 0],
        [50, 50],
      ],
      { leisure: 'park' },
    )
    const green = await write('parks.osm.pbf', encodeOsm(parks, 'test'))

    expect(await refusal(run(cut))).toMatch(/^truncated: .* is cut off: [^\n]*\.$/)
    expect(await refusal(run(empty))).toMatch(/^empty: .* is empty\.$/)
    expect(await refusal(run(text))).toMatch(/^not_pbf: .* is not an OpenStreetMap extract in PBF format\.$/)
    expect(await refusal(run(broken))).toMatch(/^not_pbf: [^\n]*\.$/)
    expect(await refusal(run(green))).toMatch(/^no_roads: .* holds no roads that a vehicle could use\.$/)
    expect(await refusal(run(join(home, 'nowhere.osm.pbf')))).toMatch(/^not_found: .* does not exist\.$/)

    expect((await openStreets(folder)).manifest.name).toBe('Laddertown')
    expect((await readdir(home)).filter((name) => name.startsWith('streets'))).toEqual(['streets'])
  })

  it('on a full disk get a clear error, free the space and leave the old data in use', async () => {
    await run(await extract())
    const full: Stage = {
      key: 'full',
      words: 'something large',
      weight: 1,
      run: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })),
    }
    expect(await refusal(run(await extract('other.osm.pbf', 9), { stages: [...STAGES, full] }))).toMatch(
      /^disk_full: The disk is full: [^\n]*\.$/,
    )
    expect((await openStreets(folder)).manifest.name).toBe('Laddertown')
    expect((await readdir(home)).filter((name) => name.startsWith('streets'))).toEqual(['streets'])
  })
})

describe('an import that was cut short', () => {
  const counting = (log: string[], failing: { now: boolean }): Stage[] => [
    {
      key: 'first',
      words: 'first',
      weight: 1,
      run: () => {
        log.push('first')
        return Promise.resolve({})
      },
    },
    ...STAGES,
    {
      key: 'last',
      words: 'last',
      weight: 1,
      run: () => {
        log.push('last')
        return failing.now ? Promise.reject(new Error('the power went')) : Promise.resolve({})
      },
    },
  ]

  it('continues with the stage that was not finished', async () => {
    const file = await extract()
    const [log, failing] = [new Array<string>(), { now: true }]
    expect(await refusal(run(file, { stages: counting(log, failing) }))).toBe('Error: the power went')
    failing.now = false
    const manifest = await run(file, { stages: counting(log, failing) })
    expect(log).toEqual(['first', 'last', 'last'])
    expect(manifest.counts.road_pieces).toBe(13)
    expect((await openStreets(folder)).route('foot', toLngLat([0, 0]), toLngLat([100, 0]))?.distance).toBeCloseTo(
      100,
      0,
    )
  })

  it('starts from the beginning for another extract', async () => {
    const [log, failing] = [new Array<string>(), { now: true }]
    await refusal(run(await extract(), { stages: counting(log, failing) }))
    failing.now = false
    const manifest = await run(await extract('bigger.osm.pbf', 9), { stages: counting(log, failing) })
    expect(log).toEqual(['first', 'last', 'first', 'last'])
    expect(manifest.counts.road_pieces).toBe(25)
  })

  it('is not mistaken for one that is still running', async () => {
    await mkdir(`${folder}.building`, { recursive: true })
    await writeFile(join(`${folder}.building`, 'lock'), String(process.ppid))
    expect(await refusal(run(await extract()))).toMatch(/Another import into .* is under way/)
    await writeFile(join(`${folder}.building`, 'lock'), '999999999')
    expect((await run(await extract())).name).toBe('Laddertown')
  })

  it('is not mistaken for a process that was given its number since, as every one in a container is', async () => {
    for (const lock of [String(process.pid), `${process.ppid} before the power cut`]) {
      await mkdir(`${folder}.building`, { recursive: true })
      await writeFile(join(`${folder}.building`, 'lock'), lock)
      expect((await run(await extract())).name).toBe('Laddertown')
    }
  })

  it('keeps another one of the same process waiting while it runs', async () => {
    const file = await extract()
    const both = await Promise.all([refusal(run(file)), refusal(run(file))])
    expect(both.toSorted()).toEqual([expect.stringMatching(/Another import into .* is under way/), 'accepted'])
  })
})

/** As a failing disk leaves it: 2 kB in the middle, or what there is, are something else. */
const overwritten = (good: Buffer): Buffer => {
  const bytes = Buffer.from(good)
  const from = Math.max(0, Math.floor(bytes.length / 2) - 1024)
  for (let at = from; at < Math.min(bytes.length, from + 2048); at++) bytes[at] ^= 0x5a
  return bytes
}

describe('opening a data set', () => {
  it('reports what is wrong with an incomplete data folder', async () => {
    expect(await refusal(openStreets(folder))).toMatch(/^missing: There is no street data in /)
    await run(await extract())
    const network = join(folder, 'car.network')
    await truncate(network, 2500)
    expect(await refusal(openStreets(folder))).toMatch(/^damaged: /)
    await rm(network)
    expect(await refusal(openStreets(folder))).toMatch(/^missing: /)
    await writeFile(join(folder, 'manifest.json'), '{"format":0}')
    expect(await refusal(openStreets(folder))).toMatch(/^outdated: /)
    await writeFile(join(folder, 'manifest.json'), '{"form')
    expect(await refusal(openStreets(folder))).toMatch(/^damaged: /)
  })

  it('names the file in which 2 kB were overwritten, and how to make it again', async () => {
    await run(await extract())
    const files = Object.keys(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')).files)
    expect(files).toEqual((await readdir(folder)).filter((name) => name !== 'manifest.json').toSorted())
    for (const name of files) {
      const good = await readFile(join(folder, name))
      await writeFile(join(folder, name), overwritten(good))
      expect(await refusal(openStreets(folder))).toBe(
        `damaged: The street file ${name} in ${folder} is damaged: ` +
          'import the extract again with "npm run ambit -- streets import".',
      )
      await writeFile(join(folder, name), good)
    }
    expect((await openStreets(folder)).manifest.name).toBe('Laddertown')
  })

  it('gives checksums to a data set that was made without them', async () => {
    const { files, ...older } = await run(await extract())
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(older))
    expect((await openStreets(folder)).manifest.files).toEqual(files)
    const network = join(folder, 'foot.network')
    await writeFile(network, overwritten(await readFile(network)))
    expect(await refusal(openStreets(folder))).toContain('foot.network')
  })

  it('finishes a swap that was interrupted between its two renames', async () => {
    await run(await extract())
    await rename(folder, `${folder}.old`)
    expect((await openStreets(folder)).manifest.name).toBe('Laddertown')
  })
})
