import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Bbox } from '@ambit/geo'
import { type ImportProgress, importStreets, isMadeOf, readManifest } from '@ambit/streets'
import { writeDemoTown } from '@ambit/town'
import { chooseSet, demoTownFolder } from '../streets/choose.ts'

/** Shows a progress bar on a terminal, or lines that the launcher reads. */
const report = ({ stage, share }: ImportProgress): void => {
  const percent = Math.floor(share * 100)
  if (!process.stdout.isTTY) return void process.stdout.write(`AMBIT_PROGRESS ${percent} % ${stage}\n`)
  const done = Math.round(share * 30)
  process.stdout.write(
    `\r\x1b[K${'█'.repeat(done)}${'·'.repeat(30 - done)} ${String(percent).padStart(3)} % ${stage}${share >= 1 ? '\n' : ''}`,
  )
}

const nameOf = (file: string): string => basename(file).replace(/\.osm\.pbf$|\.pbf$/, '')

export const importExtract = async (options: {
  data: string
  file: string
  bbox: string | undefined
  name: string | undefined
}): Promise<void> => {
  const name = options.name ?? nameOf(options.file)
  if (!/^[\w.-]{1,80}$/.test(name))
    throw new Error(`The name of street data may have only letters, digits, dots and dashes, not "${name}".`)
  await importStreets({
    file: options.file,
    folder: join(options.data, 'streets', name),
    name,
    bbox: options.bbox === undefined ? undefined : readBbox(options.bbox),
    onProgress: report,
    demo: false,
    createdAt: new Date().toISOString(),
  })
  process.stdout.write(`Street data "${name}" is ready. A running server uses it after its next start.\n`)
}

const readBbox = (text: string): Bbox => {
  const [west, south, east, north, ...more] = text.split(',').map(Number)
  if (
    west === undefined ||
    south === undefined ||
    east === undefined ||
    north === undefined ||
    more.length > 0 ||
    ![west, south, east, north].every(Number.isFinite) ||
    west >= east ||
    south >= north
  )
    throw new Error(`--bbox must be west,south,east,north in degrees, not "${text}".`)
  return [west, south, east, north]
}

const ensureExtract = async (data: string, file: string): Promise<void> => {
  const folder = join(data, 'streets', nameOf(file))
  const manifest = await readManifest(folder).catch(() => null)
  if (manifest === null || !(await isMadeOf(manifest, file)))
    await importExtract({ data, file, bbox: undefined, name: undefined })
}

export const ensureDemoTown = async ({ data, seed }: { data: string; seed: number }): Promise<void> => {
  const folder = demoTownFolder(data, seed)
  if ((await readManifest(folder).catch(() => null)) !== null) return
  await mkdir(dirname(folder), { recursive: true })
  const town = `${folder}.osm.pbf`
  const { name } = await writeDemoTown({ file: town, seed })
  await importStreets({ file: town, folder, name, onProgress: report, demo: true, createdAt: new Date().toISOString() })
  await rm(town, { force: true })
}

/**
 * Builds the streets that `npm start` needs unless they exist: those of the named extract, or the demo town where
 * nobody has imported any. Answers why imported ones cannot be used: what they were made of is not known here.
 */
export const ensureStreets = async ({
  data,
  file,
  seed,
}: {
  data: string
  file: string | undefined
  seed: number
}): Promise<string | null> => {
  if (file !== undefined) await ensureExtract(data, file)
  else {
    const chosen = await chooseSet(data)
    if (chosen !== null && !chosen.demo) return chosen.trouble
    await ensureDemoTown({ data, seed })
  }
  return null
}
