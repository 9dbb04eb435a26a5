import type { BrokenPlaces } from '@ambit/contract'
import { type LngLat, overlapOf, type PolygonFault, polygonFaults, ringArea, ringCentroid } from '@ambit/geo'
import { type FieldError, HttpError, invalid } from '../http/errors.ts'
import type { RingList } from './rings.ts'

/** A broken rule of a field, and where on the map. */
export type AreaFault = FieldError & { points: readonly LngLat[] }

/** An area as it will be stored. `pointer`: where its coordinates are in the request; null for one that stays as it is. */
export type DrawnArea = { name: string; coordinates: RingList; pointer: string | null }

/** 422 with one entry per fault; `meta.places` marks those that lie somewhere. */
export const invalidPlaces = (faults: readonly AreaFault[]): HttpError => {
  const places = faults.flatMap(({ pointer, points }): BrokenPlaces =>
    points.map(([lng, lat]) => ({ pointer, point: [lng, lat] })),
  )
  return new HttpError(422, invalid(faults).errors, places.length === 0 ? undefined : { places })
}

/**
 * What is wrong with the areas of a zone that are new or changed: their rings, else that one lies over another. Two
 * areas on the same ground would answer twice, and differently, where a passenger may travel from there.
 */
export const areaFaults = (areas: readonly DrawnArea[]): AreaFault[] => {
  const faults = areas.flatMap((area) => (area.pointer === null ? [] : ringFaults(area.coordinates, area.pointer)))
  return faults.length > 0 ? faults : overlapFaults(areas)
}

const MOST_PLACES = 20

const words: Readonly<Record<PolygonFault['kind'], string>> = {
  crossing: 'The lines of this area cross each other',
  flat: 'These corners enclose no area',
  hole_outside: 'This hole lies outside of the area',
  holes_overlap: 'This hole overlaps another one',
}

/** One entry for each ring, with the first places where it is wrong. */
const ringFaults = (coordinates: RingList, pointer: string): AreaFault[] => {
  const byRing = Map.groupBy(polygonFaults(coordinates, MOST_PLACES), ({ ring }) => ring)
  return [...byRing].map(([ring, faults]) => {
    const tooFew = new Set((coordinates[ring] ?? []).map(String)).size < 3
    const [first] = faults
    const detail = tooFew || first === undefined ? 'An area needs at least three different corners' : words[first.kind]
    const points = faults.slice(0, MOST_PLACES).map(({ place }) => place)
    return { pointer: `${pointer}/${ring}`, title: 'Service area', detail, points }
  })
}

/** One entry for each two that overlap, at the one that was changed; where both were, at the later. */
const overlapFaults = (areas: readonly DrawnArea[]): AreaFault[] =>
  areas.flatMap((area, at) =>
    areas.slice(0, at).flatMap((other): AreaFault[] => {
      const [marked, under] = area.pointer === null ? [other, area] : [area, other]
      if (marked.pointer === null) return []
      const parts = overlapOf(area.coordinates, other.coordinates)?.parts
      if (parts === undefined) return []
      const [largest] = parts.toSorted((one, next) => ringArea(next) - ringArea(one))
      const place = ringCentroid(largest ?? [])
      const detail = `This area overlaps ${under.name}. Two areas of a zone may touch, but not overlap`
      return [{ pointer: marked.pointer, title: 'Service area', detail, points: place === null ? [] : [place] }]
    }),
  )
