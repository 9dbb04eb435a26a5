import { api, type Client } from '@ambit/contract'
import { type Duty, prepareDuty } from '../duty.ts'
import type { Server } from '../server.ts'

/** A zone of this story's own with one trip under way; it has no bookings yet. */
export const onDuty = async (demo: Server, apiAs: (role: string) => Promise<Client>, name: string): Promise<Duty> =>
  prepareDuty(demo, await apiAs('administrator'), name)

/** The duty's passenger travels with it, in so many minutes, alone or with others. */
export const book = async (office: Client, duty: Duty, minutes: number, people = 1) => {
  const { data: found } = await office.call(api.travelers.list, { query: { search: duty.passenger } })
  const { data: settings } = await office.call(api.settings.show)
  const traveler_id = found.find(({ full_name }) => full_name === duty.passenger)?.id ?? 0
  const { data: search } = await office.call(api.searches.create, {
    body: {
      traveler_id,
      zone_id: duty.zone.id,
      passengers: Array.from({ length: people }, () => ({ fare_type: 'adult' as const })),
      origin: { name: duty.from.title, point: duty.from.point },
      destination: { name: duty.to.title, point: duty.to.point },
      traveling_at: new Date(Date.parse(settings.clock.now) + minutes * 60_000).toISOString(),
      departing: true,
      mobility_support: 0,
    },
  })
  const [offering] = search.service_offerings
  if (offering === undefined) throw new Error(`No offering: ${search.message ?? ''}`)
  const body = { service_offering_id: offering.id, traveler_id, payment_method: 'cash' as const }
  return (await office.call(api.serviceRequests.create, { body })).data
}

/** A vehicle and a driver who are free at that time. */
export const spareCrew = async (office: Client, duty: Duty) => {
  const { data: vehicle } = await office.call(api.vehicles.create, {
    body: {
      license_plate: `SP ${duty.zone.id}`,
      vehicle_number: `SPARE ${duty.zone.id}`,
      capacity: 6,
      mobility_capacity: 0,
    },
  })
  const username = `relief.${duty.zone.id}`
  const { data: driver } = await office.call(api.drivers.create, {
    body: {
      first_name: 'Rita',
      last_name: `Relief${duty.zone.id}`,
      username,
      email: `${username}@ambit.example`,
      status: 'approved',
    },
  })
  return { vehicle, driver }
}
