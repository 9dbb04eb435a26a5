import { api, type Zone } from '@ambit/contract'
import { client } from '../api/client.ts'
import { ALL_ROWS, defineRecords, type QueryOf } from './define-records.ts'
import type { MapZone } from '../map/ZoneLayer.tsx'
import type { Statuses } from './status.tsx'

export const zoneRecords = defineRecords(
  'zones',
  {
    list: (query: QueryOf<typeof api.zones.list>, signal) => client.call(api.zones.list, { query, signal }),
    show: (id, signal) => client.call(api.zones.show, { params: { id }, signal }),
  },
  { carriedBy: ['regions'] },
)

/** The zones of a region, or of all. */
export const zoneOptions = (region: number | null) =>
  zoneRecords.options(region === null ? ALL_ROWS : { ...ALL_ROWS, filter: { region: [region] } })

export const zoneStatuses = {
  active: { text: 'Active', tone: 'success' },
  blocked: { text: 'Blocked', tone: 'danger' },
} as const satisfies Statuses<Zone['status']>

/** A zone as the map draws it. */
export const mapZone = (zone: Zone): MapZone => ({
  id: zone.id,
  name: zone.name,
  point: zone.point === null ? null : [zone.point.lng, zone.point.lat],
  polygons: zone.boundaries
    .filter((ring) => ring.length > 2)
    .map((ring) => [ring.map(({ lng, lat }) => [lng, lat] as const)]),
})
