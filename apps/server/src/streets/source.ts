import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openStreets, readManifest, type Streets, StreetsUnavailable } from '@ambit/streets'
import type { Deps, Logger, StreetsSource } from '../deps.ts'
import { notReady } from '../http/errors.ts'

export const TILES_FILE = 'tiles.pmtiles'

/** The data set made from the given extract, otherwise the newest one of the data folder. */
const chooseFolder = async (dataFolder: string, extract: string | null): Promise<string | null> => {
  const all = join(dataFolder, 'streets')
  if (extract !== null) return join(all, basename(extract).replace(/\.osm\.pbf$|\.pbf$/, ''))
  const names = await readdir(all).catch(() => [])
  const known: { folder: string; createdAt: number }[] = []
  for (const name of names) {
    if (/\.(building|old)$/.test(name)) continue
    const folder = join(all, name)
    const manifest = await readManifest(folder).catch(() => null)
    if (manifest !== null) known.push({ folder, createdAt: Date.parse(manifest.created_at) })
  }
  return known.sort((a, b) => b.createdAt - a.createdAt)[0]?.folder ?? null
}

export const noStreets: StreetsSource = { current: () => null, folder: () => null }

/** Throws 503 while there is no street data. */
export const requireStreets = ({ streets }: Pick<Deps, 'streets'>): Streets => {
  const open = streets.current()
  if (open === null) throw notReady('There is no street data yet. Import an OpenStreetMap extract first')
  return open
}

/** Opens the installation's street data. Missing or damaged data is logged; everything else keeps working. */
export const openStreetsSource = async (
  dataFolder: string,
  extract: string | null,
  log: Logger,
): Promise<StreetsSource> => {
  const folder = await chooseFolder(dataFolder, extract)
  if (folder === null) {
    log.warn({}, 'there is no street data: import an OpenStreetMap extract')
    return noStreets
  }
  try {
    const streets = await openStreets(folder)
    return { current: () => streets, folder: () => folder }
  } catch (error) {
    if (!(error instanceof StreetsUnavailable)) throw error
    log.warn({}, error.message)
    return noStreets
  }
}
