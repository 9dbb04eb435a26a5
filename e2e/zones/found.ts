import { api, type Client } from '@ambit/contract'

type Found = { name: string; point?: { lat: number; lng: number } | null }

/** The region that a story's zones lie in: the demo's first. */
export const firstRegion = async (client: Client) => {
  const [region] = (await client.call(api.regions.list, { query: { sort: 'id', per_page: 1 } })).data
  if (region === undefined) throw new Error('The demo has no region')
  return region
}

/** A zone of this story's own; when the story runs again, it starts without it. */
export const foundZone = async (apiAs: (role: string) => Promise<Client>, { name, point = null }: Found) => {
  const client = await apiAs('operations_manager')
  const { data: before } = await client.call(api.zones.list, { query: { search: name } })
  for (const zone of before.filter((known) => known.name.startsWith(name)))
    await client.call(api.zones.destroy, { params: { id: zone.id } })
  const { id, time_zone } = await firstRegion(client)
  const body = { name, abbreviation: name.slice(0, 3), region_id: id, time_zone, point }
  return (await client.call(api.zones.create, { body })).data
}
