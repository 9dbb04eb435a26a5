import { indexPolygon, polygonArea } from '@ambit/geo'
import type { LngLat, Polygon, PolygonIndex } from '@ambit/geo'
import type { Houses as HouseRows } from './addresses/address.ts'
import type { Network } from './routing/network.ts'
import { streetMetresInside } from './routing/street-length.ts'
import { walkToStops } from './walking/coverage.ts'
import type { Houses } from './walking/coverage.ts'
import { createDoors } from './walking/doors.ts'
import { openFootGraph } from './walking/foot-graph.ts'
import type { FootGraph } from './walking/foot-graph.ts'
import type { Steps } from './walking/steps.ts'
import { suggestStops } from './walking/suggest-stops.ts'
import type { Suggestions } from './walking/suggest-stops.ts'

/** What lies inside of some polygons; what lies in several counts once. */
export type Inside = {
  /** Metres of street that a vehicle may drive */
  streetMetres: () => Steps<number>
  houses: () => Steps<number>
  /** Each house with its metres on foot to the nearest stop, Infinity beyond the limit. */
  walks: (stops: readonly LngLat[], limitMetres: number) => Steps<{ at: LngLat; metres: number }[]>
  /** Stops that would bring the houses within a walk of one, the best first; the stops that there are count. */
  suggestions: (stops: readonly LngLat[], walkMetres: number, limit: number) => Steps<Suggestions>
}

/** Prepares questions about polygons. What they need of the ways on foot is made when it is first asked for. */
export const createInside = (car: Network, foot: Network, rows: HouseRows): ((areas: readonly Polygon[]) => Inside) => {
  let walking: { graph: FootGraph; world: Houses } | null = null
  const onFoot = (): { graph: FootGraph; world: Houses } => {
    if (walking !== null) return walking
    const graph = openFootGraph(foot)
    walking = { graph, world: { doors: createDoors(graph, rows.count, rows.at), at: rows.at } }
    return walking
  }
  return (areas) => {
    let prepared: PolygonIndex[] | null = null
    /** Indexing an area of thousands of long edges takes some ten milliseconds. */
    const indexed = function* (): Steps<readonly PolygonIndex[]> {
      if (prepared !== null) return prepared
      const indexes: PolygonIndex[] = []
      for (const area of areas) {
        indexes.push(indexPolygon(area))
        yield
      }
      return (prepared = indexes)
    }
    return {
      streetMetres: function* () {
        return yield* streetMetresInside(car, yield* indexed())
      },
      houses: function* () {
        return (yield* rows.inside(yield* indexed())).length
      },
      walks: function* (stops, limitMetres) {
        const { graph, world } = onFoot()
        const houses = yield* rows.inside(yield* indexed())
        const metres = yield* walkToStops(graph, world, houses, stops, limitMetres)
        return Array.from(houses, (house, i) => ({ at: rows.at(house), metres: metres[i] }))
      },
      suggestions: function* (stops, walkM, limit) {
        const { graph, world } = onFoot()
        const areaM2 = areas.reduce((sum, area) => sum + polygonArea(area), 0)
        const question = {
          areas: yield* indexed(),
          areaM2,
          houses: yield* rows.inside(yield* indexed()),
          stops,
          walkM,
          limit,
        }
        return yield* suggestStops(graph, car, world, question)
      },
    }
  }
}
