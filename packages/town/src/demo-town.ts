import { writeFile } from 'node:fs/promises'
import { encodeOsm, startDrawing, toLngLat, type Drawing } from '@ambit/streets'
import { makeField } from './field.ts'
import { reserveGrounds } from './grounds.ts'
import { buildHouses } from './houses.ts'
import { shapeJunctions } from './junctions.ts'
import { EXTENT, SUBURBS, TOWN_NAME } from './layout.ts'
import { MAIN_ROADS } from './main-roads.ts'
import { nameStreets } from './names.ts'
import { drawNetwork } from './network.ts'
import { drawPlaces, suburbPolygon } from './places.ts'
import { growStreets } from './streets.ts'
import { shapeTerrain, withGrounds } from './terrain.ts'
import { planTracks } from './tracks.ts'

type LngLat = readonly [number, number]

export type TownSuburb = { name: string; centre: LngLat; polygon: readonly LngLat[] }
export type TownSummary = {
  name: string
  /** Always true: the town is invented, and screens that show it say so */
  demo: true
  /** [west, south, east, north] in degrees */
  bbox: readonly [number, number, number, number]
  centre: LngLat
  suburbs: readonly TownSuburb[]
  streets: number
  houseNumbers: number
  /** Estimated people: 2.4 a house, 1.8 a flat */
  population: number
  roundabouts: number
  turnRestrictions: number
  bytes: number
}

const summary = (): Pick<TownSummary, 'name' | 'demo' | 'bbox' | 'centre' | 'suburbs'> => {
  const [west, south] = toLngLat([EXTENT[0], EXTENT[1]])
  const [east, north] = toLngLat([EXTENT[2], EXTENT[3]])
  return {
    name: TOWN_NAME,
    demo: true,
    bbox: [west, south, east, north],
    centre: toLngLat([0, 0]),
    suburbs: SUBURBS.map((suburb) => ({
      name: suburb.name,
      centre: toLngLat(suburb.centre),
      polygon: suburbPolygon(suburb.centre).map(toLngLat),
    })),
  }
}

/** The town as OpenStreetMap data, the same to the last node for the same seed. */
export const drawTown = (
  seed: number,
): { drawing: Drawing; counts: Omit<TownSummary, keyof ReturnType<typeof summary> | 'bytes'> } => {
  const drawing = startDrawing()
  const base = shapeTerrain(seed)
  const grounds = reserveGrounds(seed, base)
  const terrain = withGrounds(
    base,
    grounds.map((ground) => ground.ring),
  )
  const lines = growStreets(seed, terrain, makeField(seed))
  const names = nameStreets(
    seed,
    lines,
    MAIN_ROADS.map((road) => road.name),
  )
  const tracks = drawNetwork(
    drawing,
    planTracks(
      terrain,
      lines.map((line, i) => ({ line, name: names[i] })),
      grounds.map((ground) => ground.driveway),
    ),
    terrain.riverBanks,
  )
  const { roundabouts, restrictions } = shapeJunctions(seed, drawing)
  const { houses, flats } = buildHouses(seed, drawing, terrain, tracks, grounds)
  drawPlaces(seed, drawing, terrain, tracks, grounds, houses)
  return {
    drawing,
    counts: {
      streets: new Set(tracks.filter(({ track }) => track.group === 'road').map(({ track }) => track.tags.name ?? ''))
        .size,
      houseNumbers: houses.length,
      population: Math.round(houses.filter((house) => house.frontage === 'home').length * 2.4 + flats * 1.8),
      roundabouts,
      turnRestrictions: restrictions,
    },
  }
}

/** Writes the invented coastal town around the specification's map centre as an .osm.pbf file. */
export const writeDemoTown = async ({ file, seed }: { file: string; seed: number }): Promise<TownSummary> => {
  const { drawing, counts } = drawTown(seed)
  const bytes = encodeOsm(drawing, 'Ambit demo town', 'Invented demo town: no place on earth')
  await writeFile(file, bytes)
  return { ...summary(), ...counts, bytes: bytes.length }
}
