import type { Profile, Roads } from './collect.ts'
import { connectedParts } from './connected.ts'
import { findLands } from './lands.ts'
import { arcsByTail, carLinks, footLinks } from './links.ts'
import type { LinkGraph } from './links.ts'
import { arcTail, cutPieces } from './pieces.ts'
import type { Pieces } from './pieces.ts'
import { forbiddenSequences } from './restrictions.ts'

/** Metres of links, counted both ways: a kilometre of paths. */
const FOOT_ISLAND_M = 2000
/** The same, 20 km of roads: an island that is worth a service of its own. */
const CAR_ISLAND_M = 40_000

export type RoadGraph = { pieces: Pieces; links: LinkGraph }

/** The road network of one profile with its rules, before any preparation for fast search. */
export const buildRoadGraph = (roads: Roads, profile: Profile): RoadGraph => {
  const pieces = cutPieces(roads, profile)
  switch (profile) {
    case 'foot':
      return { pieces, links: connectedParts(footLinks(pieces), FOOT_ISLAND_M) }
    case 'car': {
      const arcsOut = arcsByTail(pieces)
      const forbidden = forbiddenSequences(roads, pieces, (vertex) => [...arcsOut(vertex)])
      const landOf = findLands(roads)
      const links = connectedParts(carLinks(pieces, forbidden, arcsOut), CAR_ISLAND_M, (arc) =>
        landOf(pieces.vertexNode[arcTail(pieces, arc)]),
      )
      return { pieces, links }
    }
  }
}
