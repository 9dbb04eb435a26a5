import { basename, join } from 'node:path'
import { openStreets, type Streets, StreetsUnavailable } from '@ambit/streets'
import type { Deps, Logger, StreetsSource } from '../deps.ts'
import { notReady } from '../http/errors.ts'
import { chooseSet } from './choose.ts'

export const TILES_FILE = 'tiles.pmtiles'

/** The data set made from the given extract, otherwise the one that the data folder stands for. */
const chooseFolder = async (dataFolder: string, extract: string | null): Promise<string | null> =>
  extract === null
    ? ((await chooseSet(dataFolder))?.folder ?? null)
    : join(dataFolder, 'streets', basename(extract).replace(/\.osm\.pbf$|\.pbf$/, ''))

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
