import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bbox } from '@ambit/geo'
import { type Checksums, checksumsOf, findDamaged } from './store/checksums.ts'
import { LOCK_FILE, writeWhole } from './store/folders.ts'

/** Raised when the files of a data set change their meaning: older sets must then be imported again. */
export const FORMAT = 2

export const ATTRIBUTION = '© OpenStreetMap contributors'
export const DEMO_ATTRIBUTION = 'Demo town, invented'

/** Size in bytes and time of change in ms since 1970, which tell an extract from another one of its name. */
export type ExtractMark = { size: number; modified: number }

export const markExtract = async (file: string): Promise<ExtractMark> => {
  const { size, mtimeMs } = await stat(file)
  return { size, modified: mtimeMs }
}

/** The description of a street data set, `manifest.json` in its folder. */
export type Manifest = {
  format: number
  name: string
  /** ISO 8601 */
  created_at: string
  /** Box of the data, [west, south, east, north] */
  bbox: Bbox
  counts: StreetCounts
  /** Made by the generator of the demo town, not by people who mapped a place */
  demo: boolean
  attribution: string
  /** The extract that it was made of; sets made by an older version do not tell */
  input?: ExtractMark
  /** What every other file of the folder must add up to; sets made by an older version get it when they are opened */
  files?: Checksums
}

export type StreetCounts = {
  nodes: number
  ways: number
  relations: number
  /** Stretches of road between junctions, for vehicles and on foot */
  road_pieces: number
  path_pieces: number
  street_names: number
}

export type StreetsUnavailableCode = 'missing' | 'damaged' | 'outdated'

/** Why a folder cannot be opened as a street data set; the message is one sentence for the operator. */
export class StreetsUnavailable extends Error {
  readonly code: StreetsUnavailableCode

  constructor(code: StreetsUnavailableCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StreetsUnavailable'
    this.code = code
  }
}

export const MANIFEST_FILE = 'manifest.json'
/** How far an import has come. */
export const STATE_FILE = 'state.json'

/** Throws StreetsUnavailable. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  let text: string
  try {
    text = await readFile(join(folder, MANIFEST_FILE), 'utf8')
  } catch (error) {
    throw new StreetsUnavailable('missing', `There is no street data in ${folder}.`, { cause: error })
  }
  let manifest: Manifest
  try {
    // The cast: the import writes this file last, whole and by rename.
    manifest = JSON.parse(text) as Manifest
  } catch (error) {
    throw new StreetsUnavailable('damaged', sentenceAbout(folder, MANIFEST_FILE, false), { cause: error })
  }
  if (manifest.format !== FORMAT) {
    throw new StreetsUnavailable(
      'outdated',
      `The street data in ${folder} were made by another version of Ambit: import them again.`,
    )
  }
  return manifest
}

/** Whether a data set was made of the extract as it is now. */
export const isMadeOf = async ({ input, created_at }: Manifest, file: string): Promise<boolean> => {
  const { size, modified } = await markExtract(file)
  return input === undefined ? Date.parse(created_at) > modified : input.size === size && input.modified === modified
}

/** The street files of a folder, beside the manifest. */
export const checksumsOfStreets = (folder: string): Promise<Checksums> =>
  checksumsOf(folder, [MANIFEST_FILE, `${MANIFEST_FILE}.draft`, STATE_FILE, LOCK_FILE])

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeWhole(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)

const sentenceAbout = (folder: string, file: string, demo: boolean): string =>
  `The street file ${file} in ${folder} is damaged: ` +
  (demo
    ? 'delete this folder, and the next start makes the demo town again.'
    : 'import the extract again with "npm run ambit -- streets import".')

/** Reads every street file once. Throws StreetsUnavailable with the name of one that is not as the import wrote it. */
export const refuseDamaged = async (folder: string, { files = {}, demo }: Manifest): Promise<void> => {
  const name = await findDamaged(folder, files)
  if (name !== null) throw new StreetsUnavailable('damaged', sentenceAbout(folder, name, demo))
}
