import { api, type Client, type ZoneDesign, type ZoneDesignChange } from '@ambit/contract'
import { refusal } from './refusal.ts'
import type { TestServer } from './server.ts'
import { at } from './small-town.ts'

/** A square by its side and its south-west corner's distance from the harbour, in metres. */
export const square = (east: number, north: number, side = 1000): [number, number][][] => [
  [at(east, north), at(east + side, north), at(east + side, north + side), at(east, north + side)],
]
export const stop = (id: string, name: string, east: number) => ({ id, name, point: at(east) })
export const twoStops = { added: [stop('$pier', 'Pier', 0), stop('$mill', 'Mill', 1000)] }
export const through = (...ids: (number | string)[]) => ids.map((zone_stop_id) => ({ zone_stop_id, dwell_seconds: 40 }))
export const versionOf = ({ id, version }: { id: number; version: number }) => ({ id, version })

/** The status of a refusal, and each entry's place and words. */
export const pointers = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return { status, errors: errors.map(({ source, detail }) => [source?.pointer, detail]) }
}

export type Designer = {
  region: number
  newZone: () => Promise<number>
  show: (id: number) => Promise<ZoneDesign>
  save: (id: number, body: ZoneDesignChange, who?: Client) => Promise<ZoneDesign>
  /** A zone with two stops and a route over both. */
  withRoute: () => Promise<{
    id: number
    design: ZoneDesign
    pier: ZoneDesign['zone_stops'][number]
    mill: ZoneDesign['zone_stops'][number]
    route: ZoneDesign['service_routes'][number]
    strategy: ZoneDesign['service_strategies'][number]
  }>
}

/** A user of the Zone Designer with a region of their own. */
export const openDesigner = async (server: TestServer): Promise<Designer> => {
  const client = server.client('operations_manager')
  const place = { name: 'Coast', time_zone: 'Australia/Brisbane' }
  const region = (await client.call(api.regions.create, { body: place })).data.id
  let zones = 0
  const newZone: Designer['newZone'] = async () => {
    const body = { ...place, name: `Zone ${++zones}`, abbreviation: 'Z', region_id: region }
    return (await client.call(api.zones.create, { body })).data.id
  }
  const save: Designer['save'] = async (id, body, who = client) =>
    (await who.call(api.zoneDesigns.save, { params: { id }, body })).data
  return {
    region,
    newZone,
    save,
    show: async (id) => (await client.call(api.zoneDesigns.show, { params: { id } })).data,
    withRoute: async () => {
      const id = await newZone()
      const design = await save(id, {
        zone_stops: twoStops,
        service_routes: { added: [{ id: '$line', name: 'Shoreline', stops: through('$pier', '$mill') }] },
      })
      const [pier, mill] = design.zone_stops
      const [route] = design.service_routes
      const [strategy] = design.service_strategies
      return { id, design, pier: pier!, mill: mill!, route: route!, strategy: strategy! } // saved above
    },
  }
}
