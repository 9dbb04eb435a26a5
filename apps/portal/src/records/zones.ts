import { api, type Zone } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import type { MapZone } from '../map/ZoneLayer.tsx'

/** The zones of a region, or of all; the same answer that the zone selector of the header shows. */
export const zonesQuery = (region: number | null) =>
  queryOptions({
    queryKey: ['zones', 'options', region],
    queryFn: ({ signal }) =>
      client
        .call(api.zones.list, {
          query: { page: 1, per_page: 1000, ...(region === null ? {} : { filter: { region: [region] } }) },
          signal,
        })
        .then((answer) => answer.data),
    staleTime: 60_000,
  })

/** A zone as the map draws it. */
export const mapZone = (zone: Zone): MapZone => ({
  id: zone.id,
  name: zone.name,
  point: zone.point === null ? null : [zone.point.lng, zone.point.lat],
  polygons: zone.boundaries
    .filter((ring) => ring.length > 2)
    .map((ring) => [ring.map(({ lng, lat }) => [lng, lat] as const)]),
})
