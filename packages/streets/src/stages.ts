import { join } from 'node:path'
import type { Bbox } from '@ambit/geo'
import { buildAddressIndex } from './addresses/build.ts'
import type { StreetCounts } from './manifest.ts'
import { ExtractError } from './osm/errors.ts'
import { buildRoadGraph } from './roads/build.ts'
import { collectRoads } from './roads/collect.ts'
import type { Profile } from './roads/collect.ts'
import { prepareNetwork, writeNetwork } from './routing/network.ts'
import { buildTiles } from './tiles/build.ts'

export type StageContext = {
  file: string
  folder: string
  bbox: Bbox | undefined
  name: string
  attribution: string
  /** Share of the stage, 0 to 1 */
  onProgress: (share: number) => void
}
/** What stages find out for the manifest */
export type StageResult = Partial<StreetCounts & { bbox: Bbox }>
/** A step of the import that writes its own files into the folder; it runs again from its start if it was cut short. */
export type Stage = {
  key: string
  words: string
  /** Its part of the whole time, relative to the other stages */
  weight: number
  run: (context: StageContext) => Promise<StageResult>
}

export const NETWORK_FILES: Readonly<Record<Profile, string>> = { car: 'car.network', foot: 'foot.network' }

const READING = 0.1

/** Reads the roads again for each profile: a second of reading is cheaper than holding both networks at once. */
const networkStage = async (context: StageContext, profile: Profile): Promise<StageResult> => {
  const { file, folder, bbox, onProgress } = context
  const roads = await collectRoads(file, bbox, (share) => onProgress(share * READING))
  const graph = buildRoadGraph(roads, profile)
  if (profile === 'car' && graph.pieces.count === 0) {
    throw new ExtractError('no_roads', `${file} holds no roads that a vehicle could use.`)
  }
  const network = prepareNetwork(graph, roads.names, (share) => onProgress(READING + (1 - READING) * share))
  await writeNetwork(join(folder, NETWORK_FILES[profile]), network)
  return profile === 'car'
    ? { ...roads.counts, bbox: roads.bbox, road_pieces: graph.pieces.count, street_names: roads.names.length - 1 }
    : { path_pieces: graph.pieces.count }
}

export const STAGES: readonly Stage[] = [
  { key: 'car', words: 'roads for vehicles', weight: 50, run: (context) => networkStage(context, 'car') },
  { key: 'foot', words: 'ways on foot', weight: 15, run: (context) => networkStage(context, 'foot') },
  {
    key: 'addresses',
    words: 'addresses',
    weight: 5,
    run: async (context) => {
      await buildAddressIndex(context)
      return {}
    },
  },
  {
    key: 'tiles',
    words: 'map',
    weight: 30,
    run: async (context) => {
      await buildTiles(context)
      return {}
    },
  },
]
