import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Bbox } from '@ambit/geo'
import {
  ATTRIBUTION,
  checksumsOfStreets,
  DEMO_ATTRIBUTION,
  FORMAT,
  markExtract,
  STATE_FILE,
  writeManifest,
} from './manifest.ts'
import type { ExtractMark, Manifest, StreetCounts } from './manifest.ts'
import type { Checksums } from './store/checksums.ts'
import { extractSize } from './osm/blocks.ts'
import { ExtractError, explainWriteError } from './osm/errors.ts'
import { foldersOf, LOCK_FILE, lockBuilding, recoverSwap, swapIn, writeWhole } from './store/folders.ts'
import type { Folders } from './store/folders.ts'
import { STAGES } from './stages.ts'
import type { Stage, StageResult } from './stages.ts'

export type ImportProgress = {
  /** What is being made, in words for a progress bar: "roads for vehicles" */
  stage: string
  /** Share of the whole import, 0 to 1 */
  share: number
}
export type ImportOptions = {
  /** An OpenStreetMap extract (.osm.pbf) */
  file: string
  /** Folder of the data set; the one in use stays until the new one is complete */
  folder: string
  name: string
  /** Only what lies in this box, [west, south, east, north] */
  bbox?: Bbox | undefined
  onProgress?: ((progress: ImportProgress) => void) | undefined
  demo: boolean
  /** ISO 8601; the caller holds the clock */
  createdAt: string
}

/** What is done of a build, and of which input: only the same input continues where it stopped. */
type BuildState = { input: string; done: string[]; result: StageResult }

const describeInput = ({ file, bbox }: ImportOptions, mark: ExtractMark): string =>
  JSON.stringify({ format: FORMAT, file: resolve(file), ...mark, bbox: bbox ?? null })

/** The state of a build to continue; a build of something else is deleted. */
const resume = async (folders: Folders, input: string): Promise<BuildState> => {
  const text = await readFile(join(folders.building, STATE_FILE), 'utf8').catch(() => null)
  // The cast: written by `writeWhole` below, and thrown away unless it is for the very same input.
  const state = text === null ? null : (JSON.parse(text) as BuildState)
  return state?.input === input ? state : { input, done: [], result: {} }
}

const runStages = async (
  options: ImportOptions,
  folders: Folders,
  state: BuildState,
  stages: readonly Stage[],
): Promise<void> => {
  const total = stages.reduce((sum, stage) => sum + stage.weight, 0)
  const context = {
    file: options.file,
    folder: folders.building,
    bbox: options.bbox,
    name: options.name,
    attribution: attributionOf(options),
  }
  let before = 0
  for (const stage of stages) {
    const report = (share: number): void =>
      options.onProgress?.({ stage: stage.words, share: (before + stage.weight * Math.min(1, share)) / total })
    if (!state.done.includes(stage.key)) {
      report(0)
      const result = await stage.run({ ...context, onProgress: report })
      state.result = { ...state.result, ...result }
      state.done.push(stage.key)
      await writeWhole(join(folders.building, STATE_FILE), JSON.stringify(state))
    }
    before += stage.weight
    report(0)
  }
}

/** The credit on the map; that of an invented town says that it is invented. */
const attributionOf = ({ demo }: ImportOptions): string => (demo ? DEMO_ATTRIBUTION : ATTRIBUTION)

const makeManifest = (options: ImportOptions, input: ExtractMark, result: StageResult, files: Checksums): Manifest => {
  const { bbox, nodes = 0, ways = 0, relations = 0, road_pieces = 0, path_pieces = 0, street_names = 0 } = result
  if (bbox === undefined) throw new Error('The import ended without reading roads.')
  const counts: StreetCounts = { nodes, ways, relations, road_pieces, path_pieces, street_names }
  return {
    format: FORMAT,
    name: options.name,
    created_at: options.createdAt,
    bbox,
    counts,
    demo: options.demo,
    attribution: attributionOf(options),
    input,
    files,
  }
}

/**
 * Builds a street data set from an extract. On any error the data in use stay as they are. Throws ExtractError for an
 * extract that cannot be used and a full disk (what was built is then removed, to give the room back); after any other
 * end the next import of the same extract continues with the stage that was not finished.
 */
export const importStreets = async (options: ImportOptions, stages = STAGES): Promise<Manifest> => {
  await extractSize(options.file)
  const folders = foldersOf(options.folder)
  const mark = await markExtract(options.file)
  await recoverSwap(folders)
  const release = await lockBuilding(folders)
  try {
    const state = await resume(folders, describeInput(options, mark))
    if (state.done.length === 0) await emptyFolder(folders)
    await runStages(options, folders, state, stages)
    const manifest = makeManifest(options, mark, state.result, await checksumsOfStreets(folders.building))
    await writeManifest(folders.building, manifest)
    await rm(join(folders.building, STATE_FILE), { force: true })
    await release()
    await swapIn(folders)
    return manifest
  } catch (error) {
    await release()
    const explained = explainWriteError(error, folders.building)
    if (explained instanceof ExtractError) await rm(folders.building, { recursive: true, force: true })
    throw explained
  }
}

/** Leftovers of a build of something else go, the lock stays. */
const emptyFolder = async ({ building }: Folders): Promise<void> => {
  const lock = await readFile(join(building, LOCK_FILE), 'utf8')
  await rm(building, { recursive: true, force: true })
  await mkdir(building, { recursive: true })
  await writeWhole(join(building, LOCK_FILE), lock)
}
