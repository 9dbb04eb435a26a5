import { api, type Client, type ServiceRequest } from '@ambit/contract'
import { type Duty, prepareDuty } from '../duty.ts'
import type { Server } from '../server.ts'

export type Desk = { duty: Duty; office: Client; passengerId: number; booked: number[] }

/** A zone of the story's own with one vehicle on duty, where cards are taken too. */
export const openDesk = async (demo: Server, office: Client, called: string): Promise<Desk> => {
  const duty = await prepareDuty(demo, office, called)
  const params = { id: duty.zone.id }
  const { data: zone } = await office.call(api.zones.show, { params })
  await office.call(api.zones.update, { params, body: { payment_methods: ['cash', 'card'] }, version: zone.version })
  const { data } = await office.call(api.travelers.list, { query: { search: duty.passenger } })
  return { duty, office, passengerId: data[0]?.id ?? 0, booked: [] }
}

/** Noor travels as soon as she can, from a door some steps away from the stop. */
export const book = async (
  { duty, office, passengerId, booked }: Desk,
  payment_method: 'cash' | 'card' = 'cash',
): Promise<ServiceRequest> => {
  const { data: settings } = await office.call(api.settings.show)
  // The stories of a file share her, and each has a ride of its own.
  const others = { besides: booked, overlap_reason: 'A story of its own' }
  const [lng, lat] = duty.from.point
  const { data: search } = await office.call(api.searches.create, {
    body: {
      traveler_id: passengerId,
      passengers: [{ fare_type: 'adult' }],
      origin: { name: "Noor's door", point: [lng + 0.0006, lat + 0.0006] },
      destination: { name: 'The clinic', point: [duty.to.point[0] - 0.0006, duty.to.point[1] - 0.0006] },
      traveling_at: settings.clock.now,
      departing: true,
      zone_id: duty.zone.id,
      ...others,
    },
  })
  const offering = search.service_offerings[0]
  if (offering === undefined) throw new Error(`Nothing is offered: ${search.message ?? ''}`)
  if (payment_method === 'card') await addCard(office, passengerId)
  const body = { service_offering_id: offering.id, traveler_id: passengerId, payment_method, ...others }
  const { data } = await office.call(api.serviceRequests.create, { body })
  booked.push(data.id)
  return data
}

const addCard = async (office: Client, id: number): Promise<void> => {
  const { data: intent } = await office.call(api.paymentMethods.setupIntent, { params: { id } })
  const card = { number: '4242 4242 4242 4242', exp_month: 4, exp_year: 2040, cvc: '123', name: 'Noor' }
  const { data: body } = await office.call(api.paymentMethods.testToken, {
    body: { ...card, client_secret: intent.client_secret ?? '' },
  })
  await office.call(api.paymentMethods.create, { params: { id }, body })
}

/** Priya picks her up; `there` sets her down as well, in no time. */
export const drive = async ({ duty }: Desk, id: number, there: boolean): Promise<void> => {
  const { driver, tripId } = duty
  const stopsAhead = async () => {
    const { data } = await driver.call(api.driver.trip, { params: { id: tripId } })
    return data.trip_stops.filter((stop) => stop.departed_at === null)
  }
  const pickup = (await stopsAhead()).find((stop) => stop.boardings.some((boarding) => boarding.id === id))
  await driver.call(api.driver.arrive, { params: { id: pickup?.id ?? 0 } })
  await driver.call(api.driver.board, { params: { id } })
  if (!there) return
  await driver.call(api.driver.depart, { params: { id: pickup?.id ?? 0 } })
  const dropoff = (await stopsAhead()).find((stop) => stop.alightings.some((alighting) => alighting.id === id))
  await driver.call(api.driver.arrive, { params: { id: dropoff?.id ?? 0 } })
  await driver.call(api.driver.dropOff, { params: { id } })
}
