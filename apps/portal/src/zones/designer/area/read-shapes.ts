import { flatDistance, type LngLat, openRing, polygonFaults, ringCentroid } from '@ambit/geo'
import { readCoordinates } from '../../../map/coordinates.ts'
import { readWkt } from './read-wkt.ts'
import { MAX_POINTS, MAX_RINGS, type Shape, shapeOf } from './shape.ts'
import { areaStrings as words } from './strings.ts'

/** An area as a file or a pasted text has it, and what is wrong with it. */
export type ReadShape = {
  name: string | null
  coordinates: Shape
  problems: string[]
  /** taken the other way round its numbers would lie in the zone's part of the world */
  turned: boolean
}
export type ReadShapes = { shapes: ReadShape[] } | { error: string }

export const MAX_FILE_BYTES = 10 * 1024 * 1024
/** The contract takes so many areas at once in its questions. */
const MAX_SHAPES = 200
/** An area so far from the zone is more likely to have its two numbers the wrong way round, in metres. */
const FAR_AWAY = 300_000

type Raw = { name: string | null; rings: unknown }
type Options = { near: LngLat | null; swap: boolean }

/** Polygons of a GeoJSON or WKT text, or one polygon of lines with latitude and longitude each. */
export const readShapes = (text: string, { near, swap }: Options): ReadShapes => {
  const trimmed = text.trim()
  if (trimmed === '') return { error: words.read.empty }
  const raws = trimmed.startsWith('{') || trimmed.startsWith('[') ? readGeoJson(trimmed) : readPlain(trimmed)
  if ('error' in raws) return raws
  if (raws.found.length === 0) return { error: words.read.noPolygons }
  if (raws.found.length > MAX_SHAPES) return { error: words.read.tooMany(raws.found.length, MAX_SHAPES) }
  return { shapes: raws.found.map((raw) => judge(raw, near, swap)) }
}

type Found = { found: Raw[] } | { error: string }

const readPlain = (text: string): Found => {
  if (/^(multi)?polygon/i.test(text)) {
    const polygons = readWkt(text)
    return polygons === null
      ? { error: words.read.badWkt }
      : { found: polygons.map((rings) => ({ name: null, rings })) }
  }
  const lines = text.split(/\r?\n|;/).filter((line) => line.trim() !== '')
  const points = lines.map(readCoordinates)
  const bad = points.indexOf(null)
  if (bad !== -1) return { error: words.read.badLine(bad + 1, lines[bad]?.trim().slice(0, 40) ?? '') }
  return { found: [{ name: null, rings: [points] }] }
}

const readGeoJson = (text: string): Found => {
  try {
    return { found: polygonsIn(JSON.parse(text), null) }
  } catch {
    return { error: words.read.notJson }
  }
}

const isRecord = (value: unknown): value is { [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Polygons of any GeoJSON object; everything else in it is passed over. */
const polygonsIn = (value: unknown, name: string | null): Raw[] => {
  if (!isRecord(value)) return []
  switch (value['type']) {
    case 'FeatureCollection':
      return listOf(value['features']).flatMap((feature) => polygonsIn(feature, null))
    case 'Feature':
      return polygonsIn(value['geometry'], nameIn(value['properties']))
    case 'GeometryCollection':
      return listOf(value['geometries']).flatMap((geometry) => polygonsIn(geometry, name))
    case 'Polygon':
      return [{ name, rings: value['coordinates'] }]
    case 'MultiPolygon': {
      const polygons = listOf(value['coordinates'])
      return polygons.map((rings, index) => ({
        name: name === null || polygons.length === 1 ? name : `${name} ${index + 1}`,
        rings,
      }))
    }
    default:
      return []
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const NAME_KEYS = ['name', 'Name', 'NAME', 'title', 'label']

const nameIn = (properties: unknown): string | null => {
  if (!isRecord(properties)) return null
  for (const key of NAME_KEYS) {
    const value = properties[key]
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 255)
  }
  return null
}

const isPoint = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length >= 2 && Number.isFinite(value[0]) && Number.isFinite(value[1])

const inWorld = ([lng, lat]: LngLat): boolean => Math.abs(lng) <= 180 && Math.abs(lat) <= 90

const judge = ({ name, rings }: Raw, near: LngLat | null, swap: boolean): ReadShape => {
  const raw = listOf(rings).map((ring) => listOf(ring))
  const readable = raw.length > 0 && raw.every((ring) => ring.every(isPoint))
  if (!readable) return { name, coordinates: [], problems: [words.read.badNumbers], turned: false }
  const given = raw.map((ring) =>
    ring.filter(isPoint).map(([first, second]): LngLat => (swap ? [second, first] : [first, second])),
  )
  const coordinates = shapeOf(given)
  const turned = looksTurned(coordinates, near)
  return { name, coordinates, problems: turned ? [words.read.turned] : problemsIn(coordinates), turned }
}

/** Latitude first is the commonest mistake: outside the world, or on another continent than the zone, but not swapped. */
const looksTurned = (shape: Shape, near: LngLat | null): boolean => {
  const points = shape.flat()
  const swapped = points.map(([lng, lat]): LngLat => [lat, lng])
  if (!points.every(inWorld)) return swapped.every(inWorld)
  const [here, there] = [ringCentroid(points), ringCentroid(swapped)]
  if (near === null || here === null || there === null || !swapped.every(inWorld)) return false
  return flatDistance(here, near) > FAR_AWAY && flatDistance(there, near) < FAR_AWAY
}

const problemsIn = (shape: Shape): string[] => {
  if (!shape.flat().every(inWorld)) return [words.read.outsideWorld]
  if (shape.length > MAX_RINGS) return [words.read.tooManyRings(shape.length, MAX_RINGS)]
  const longest = Math.max(...shape.map((ring) => ring.length))
  if (longest > MAX_POINTS) return [words.read.tooManyPoints(longest, MAX_POINTS)]
  if (shape.some((ring) => openRing(ring).length < 3)) return [words.read.tooFewPoints]
  const kinds = new Set(polygonFaults(shape).map(({ kind }) => kind))
  return [...kinds].map((kind) => words.read.faults[kind])
}
