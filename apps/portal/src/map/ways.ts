import { api } from '@ambit/contract'
import { decodeFlexiblePolyline, type LngLat } from '@ambit/geo'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'

const at = ([lng, lat]: LngLat): string => `${lat},${lng}`

/** A way on foot or by car: its line, seconds and metres. Null: there is none. Ways never change, so they are kept. */
export const wayQuery = (mode: 'pedestrian' | 'car', from: LngLat, to: LngLat) =>
  queryOptions({
    queryKey: ['geo', 'way', mode, at(from), at(to)],
    queryFn: async ({ signal }) => {
      const { routes } = await client.call(api.geo.routes, {
        query: {
          origin: at(from),
          destination: at(to),
          return: 'polyline,summary',
          transportMode: mode,
          routingMode: 'fast',
        },
        signal,
      })
      const section = routes[0]?.sections[0]
      if (section?.polyline === undefined) return null
      return {
        points: decodeFlexiblePolyline(section.polyline).polyline.map(([lng, lat]): LngLat => [lng, lat]),
        seconds: section.summary?.duration ?? null,
      }
    },
    staleTime: Infinity,
    enabled: from[0] !== to[0] || from[1] !== to[1],
  })
