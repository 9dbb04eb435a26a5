import { api } from '@ambit/contract'
import { decodeFlexiblePolyline, flatDistance, type LngLat } from '@ambit/geo'
import type { Session } from '../access/line.ts'

export type Leg = { line: readonly LngLat[]; seconds: number }
/** Routes on the streets of the service. */
export type Roads = (from: LngLat, to: LngLat) => Promise<Leg>

const NEXT_DOOR_M = 3
const CRAWL_M_S = 6
const MOST_KEPT = 4000

/** Asks the map service and caches its answers, as vehicles drive between the same stops all day. */
export const createRoads = (session: Session): Roads => {
  const kept = new Map<string, Leg>()
  return async (from, to) => {
    if (flatDistance(from, to) < NEXT_DOOR_M) return { line: [from, to], seconds: 0 }
    const [origin, destination] = [written(from), written(to)]
    const key = `${origin} ${destination}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const leg = await ask(session, from, to, origin, destination)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, leg)
    return leg
  }
}

const written = ([lng, lat]: LngLat): string => `${lat.toFixed(6)},${lng.toFixed(6)}`

const ask = async (session: Session, from: LngLat, to: LngLat, origin: string, destination: string): Promise<Leg> => {
  const { routes } = await session.call(api.geo.routes, {
    query: { origin, destination, return: 'polyline,summary', transportMode: 'car' },
  })
  const sections = routes[0]?.sections ?? []
  const line = sections.flatMap(({ polyline }) =>
    polyline === undefined ? [] : decodeFlexiblePolyline(polyline).polyline.map(([lng, lat]): LngLat => [lng, lat]),
  )
  const seconds = sections.reduce((sum, { summary }) => sum + (summary?.duration ?? 0), 0)
  // Off the road network, as on a private yard, a vehicle crawls straight on.
  if (line.length < 2) return { line: [from, to], seconds: flatDistance(from, to) / CRAWL_M_S }
  return { line, seconds }
}
