import { sql } from 'kysely'
import { api, type Client, type RideBooking, type RideSearch } from '@ambit/contract'
import { type SearchWords, type SmallTown, stopPoint } from './small-town.ts'

/** Lets every app book the town's zone, as the demo's zones do. */
export const openToApps = async ({ server, zone_id }: SmallTown, apps = true): Promise<void> => {
  await server.deps.db
    .updateTable('zones')
    .set({ allowed_apps: apps ? sql<number[]>`array(select id from consumer_apps)` : [] })
    .where('id', '=', zone_id)
    .execute()
}

export type RideWords = Omit<SearchWords, 'who' | 'zone'>

/** A passenger's own search in the town. */
export const searchRide = async (client: Client, words: RideWords): Promise<RideSearch> => {
  const time = words.arriveBy ?? words.at ?? '09:00'
  const placed = (place: RideWords['from']) =>
    typeof place === 'string' ? { name: place, point: stopPoint(place) } : { name: 'My door', point: place }
  const { data } = await client.call(api.ride.search, {
    body: {
      origin: placed(words.from),
      destination: placed(words.to),
      traveling_at: time.includes('T') ? time : `2026-11-23T${time}:00+10:00`,
      departing: words.arriveBy === undefined,
      passengers: Array.from({ length: words.people ?? 1 }, () => ({ fare_type: 'adult' as const })),
      mobility_support: words.wheelchairs ?? 0,
      ...(words.changes === undefined ? {} : { service_request_id: words.changes }),
    },
  })
  return data
}

/** Books what is offered first, for cash. */
export const bookRide = async (client: Client, words: RideWords): Promise<RideBooking> => {
  const { service_offerings, message } = await searchRide(client, words)
  const [offering] = service_offerings
  if (offering === undefined) throw new Error(`No offering: ${message ?? ''}`)
  const body = { service_offering_id: offering.id, payment_method: 'cash' as const }
  return (await client.call(api.ride.book, { body })).data
}
