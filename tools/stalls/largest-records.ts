import { type Client, api, permissionKeys } from '@ambit/contract'

type Centre = readonly [lng: number, lat: number]
/** What is measured: a name, and the call. */
export type Errand = { name: string; run: () => Promise<unknown> }

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const circle = ([lng, lat]: Centre, radius: number, corners: number): [number, number][] =>
  many(corners, (at) => {
    const angle = (2 * Math.PI * at) / corners
    return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)]
  })

/** Every street within two kilometres is closed, shown, driven around and opened again. */
export const closings = (office: Client, [longitude, latitude]: Centre, region_id: number): Errand[] => {
  const disruption = { kind: 'road_closed', region_id, longitude, latitude, reach_m: 2000 } as const
  return [
    { name: 'closing 2 km: preview', run: () => office.call(api.disruptions.preview, { body: disruption }) },
    {
      name: 'closing 2 km: preview and accept',
      run: async () => {
        const { token } = (await office.call(api.disruptions.preview, { body: disruption })).data
        return office.call(api.disruptions.accept, { body: { disruption, token } })
      },
    },
    { name: 'closing 2 km: shown', run: () => office.call(api.roadClosures.list) },
    {
      name: 'closing 2 km: opened',
      run: async () => {
        const { data } = await office.call(api.roadClosures.list)
        for (const { id } of data) await office.call(api.roadClosures.lift, { params: { id } })
      },
    },
  ]
}

/** Two megabytes of choices, once for each of ten versions, which are answered in one list. */
export const schemas = (office: Client): Errand[] => {
  const options = (field: number) =>
    many(145, (at) => ({ value: `${field}-${at}`.padEnd(20, 'v'), label: `Label ${at}`.padEnd(15, 'x') }))
  const fields = many(200, (at) => ({
    key: `field_${at}`,
    label: `Field ${at}`,
    type: 'select' as const,
    options: options(at),
    fields: [],
  }))
  const stages = [{ key: 'large', label: 'Large', color: '#0A7E7E', completable: true, fields }]
  return [
    ...many(10, (at) => ({
      name: `a schema of 2 MB, version ${at + 1}`,
      run: () => office.call(api.schemas.create, { body: { entity: 'vehicle', stages } }),
    })),
    { name: 'the list of such schemas', run: () => office.fetch(api.schemas.list) },
  ]
}

/** A hundred roles with every key. */
export const roles = (office: Client): Errand[] => {
  const permissions = Object.fromEntries(permissionKeys.map((key) => [key, true]))
  return [
    {
      name: 'a hundred roles with every key',
      run: () =>
        Promise.all(
          many(100, (at) => office.call(api.userRoles.create, { body: { name: `Role ${at}`, permissions } })),
        ),
    },
    { name: 'the list of such roles', run: () => office.fetch(api.userRoles.list, { query: { per_page: 1000 } }) },
  ]
}

export const vehicles = (office: Client): Errand[] => [
  {
    name: 'an import of 500 vehicles',
    run: () =>
      office.call(api.vehicles.bulkImport, {
        body: many(500, (at) => ({
          license_plate: `L-${at}`,
          vehicle_number: `L${at}`,
          capacity: 8,
          mobility_capacity: 1,
        })),
      }),
  },
  { name: 'the export of vehicles', run: async () => (await office.fetch(api.vehicles.export)).text() },
]

/** An area of 5,000 corners with 5,000 stops, saved at once, and what the designer and lists show of it. */
export const designs = async (office: Client, centre: Centre, region_id: number): Promise<Errand[]> => {
  const body = { name: 'Largest', abbreviation: 'LRG', region_id, time_zone: 'Australia/Brisbane' }
  const { id } = (await office.call(api.zones.create, { body })).data
  const zone_stops = many(5000, (at) => ({
    id: `$stop-${at}`,
    name: `Stop ${at}`,
    point: [centre[0] + (at % 100) * 1e-4, centre[1] + Math.floor(at / 100) * 1e-4] as [number, number],
  }))
  const service_areas = [{ id: '$area', name: 'Largest', coordinates: [circle(centre, 0.03, 5000)] }]
  return [
    {
      name: 'a zone of 5,000 corners and stops: saved',
      run: () =>
        office.fetch(api.zoneDesigns.save, {
          params: { id },
          body: { service_areas: { added: service_areas }, zone_stops: { added: zone_stops } },
        }),
    },
    { name: '  in its designer', run: () => office.fetch(api.zoneDesigns.show, { params: { id } }) },
    {
      name: '  its stops in a list',
      run: () => office.fetch(api.zoneStops.list, { query: { per_page: 1000, filter: { zone: String(id) } } }),
    },
    { name: '  among all zones', run: () => office.fetch(api.zones.list, { query: { per_page: 1000 } }) },
  ]
}
