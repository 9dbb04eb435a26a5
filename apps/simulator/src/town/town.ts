import { api, type StrategyConfiguration, type Traveler, type Zone, type ZoneStop } from '@ambit/contract'
import type { LngLat, Ring } from '@ambit/geo'
import type { Desks } from '../access/people.ts'
import { Trouble } from '../access/trouble.ts'

export type TownZone = {
  zone: Zone
  rings: readonly Ring[]
  hubs: readonly ZoneStop[]
  /** where idle vehicles wait */
  staging: readonly ZoneStop[]
  strategy: StrategyConfiguration
}

/** Zones, stops and passengers of the service, read once. */
export type Town = {
  zones: readonly TownZone[]
  travelers: readonly Traveler[]
  time_zone: string
}

/** Every record of a list, page by page. */
export const readAll = async <T>(
  read: (page: { page: number; per_page: number }) => Promise<{ data: T[]; meta: { total: number } }>,
): Promise<T[]> => {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const answer = await read({ page, per_page: 500 })
    all.push(...answer.data)
    if (answer.data.length === 0 || all.length >= answer.meta.total) return all
  }
}

export const readTown = async ({ desk, planner }: Pick<Desks, 'desk' | 'planner'>): Promise<Town> => {
  const zones = (await readAll((query) => desk.call(api.zones.list, { query }))).filter(
    ({ status }) => status === 'active',
  )
  const stops = await readAll((query) => desk.call(api.zoneStops.list, { query }))
  const strategies = await readAll((query) => planner.call(api.serviceStrategies.list, { query }))
  const travelers = (
    await readAll((query) => desk.call(api.travelers.list, { query: { ...query, sort: 'id' } }))
  ).filter(({ status }) => status === 'active')
  const known = zones.flatMap((zone): TownZone[] => {
    const own = strategies.filter(({ zone_id }) => zone_id === zone.id)
    const strategy = own.find((one) => one.default) ?? own[0]
    const here = stops.filter(({ zone_id }) => zone_id === zone.id).toSorted((a, b) => a.id - b.id)
    const rings = zone.boundaries
      .map((ring) => ring.map(({ lng, lat }): LngLat => [lng, lat]))
      .filter((ring) => ring.length >= 3)
    if (strategy === undefined || rings.length === 0) return []
    return [
      {
        zone,
        rings,
        hubs: here.filter(({ hub_stop }) => hub_stop),
        staging: here.filter(({ staging }) => staging),
        strategy: strategy.configuration,
      },
    ]
  })
  const [first] = known
  if (first === undefined) throw new Trouble('There are no zones in service to drive in.')
  if (travelers.length === 0) throw new Trouble('There are no passengers to book for.')
  return { zones: known.toSorted((a, b) => a.zone.id - b.zone.id), travelers, time_zone: first.zone.time_zone }
}
