import { api } from '@ambit/contract'
import type { Disruption } from '@ambit/contract'
import { at, buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeEach(async () => {
  town = await buildSmallTown(portal.server)
})

const accept = async (disruption: Disruption): Promise<void> => {
  const { data } = await town.dispatcher.call(api.disruptions.preview, { body: disruption })
  await town.dispatcher.call(api.disruptions.accept, { body: { disruption, token: data.token } })
}
const clock = (time: string) => portal.server.deps.clock.set(`2026-11-23T${time}:00+10:00`)

/** Tom's vehicle for 8:20 is cancelled; the next one comes at 8:51. */
const makeTomLate = async () => {
  const lost = await town.vehicle('Van 1')
  const tom = await town.passenger('Tom Baker')
  const { id } = await town.book({ who: tom, from: 'Market', to: 'School', at: '08:20' })
  const spare = await town.vehicle('Van 2', { from: '08:50' })
  await accept({ kind: 'trip_cancelled', trip_id: lost.trip_id })
  return { id, spare }
}

/** Maria's vehicle stops on the road between the harbour and the station. */
const strandMaria = async () => {
  const lost = await town.vehicle('Van 1')
  const maria = await town.passenger('Maria Silva')
  const { id } = await town.book({ who: maria, from: 'Harbour', to: 'Station', at: '08:10' })
  await lost.client.call(api.driver.signOn, { params: { id: lost.trip_id } })
  clock('08:12')
  const { data } = await lost.client.call(api.driver.trip, { params: { id: lost.trip_id } })
  const params = { id: data.trip_stops[0]?.id ?? 0 }
  await lost.client.call(api.driver.arrive, { params })
  await lost.client.call(api.driver.board, { params: { id } })
  await lost.client.call(api.driver.depart, { params })
  clock('08:14')
  const [longitude, latitude] = at(1000)
  await lost.client.call(api.driver.positions, {
    params: { id: lost.trip_id },
    body: {
      positions: [
        { longitude, latitude, bearing: 90, speed: 0, recorded_at: portal.server.deps.clock.now().toISOString() },
      ],
    },
  })
  const rescuer = await town.vehicle('Van 2')
  await accept({ kind: 'vehicle_lost', trip_id: lost.trip_id })
  return { id, rescuer }
}

test('a booking that a disruption made late shows both the first promise and what is expected now', async () => {
  const { id } = await makeTomLate()
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
  const dialog = await portal.dialog(/Booking # /)
  const pickup = await dialog.findByRole('region', { name: 'Pick up' })
  expect(pickup).toHaveTextContent('Promised 8:20 am – 8:30 am · now 8:51 am')
  expect(pickup).toHaveTextContent('21 min late')
  const dropoff = dialog.getByRole('region', { name: 'Drop off' })
  expect(dropoff).toHaveTextContent(/Promised .* · now 8:5\d am/)
  expect(dialog.queryByText('within the window')).toBeNull()
})

test('the search of the header shows a passenger left on the road as stranded', async () => {
  const { id } = await strandMaria()
  await portal.open('dispatcher', '/LiveBookings/data')
  await portal.choose(await screen.findByRole('combobox', { name: 'Search in' }), 'Bookings')
  await portal.fill(screen.getByRole('combobox', { name: 'Search' }), 'maria{Enter}')
  expect(await screen.findByRole('option', { name: new RegExp(`${id} · Maria Silva.*Stranded`) })).toBeVisible()
})

test('the table of bookings measures a disrupted booking by its first promise', async () => {
  const { id } = await makeTomLate()
  await portal.open('dispatcher', '/LiveBookings/data')
  const row = (await screen.findByText(String(id))).closest('tr')
  expect(row).toHaveTextContent('8:20 am – 8:30 am')
  expect(row).toHaveTextContent('21 min late')
})

test('a trip shows beside each passenger the first promise that it misses', async () => {
  const { spare } = await makeTomLate()
  await portal.open('dispatcher', `/TripManagement?d=TripDialog-view-${spare.trip_id}-TripStops`)
  const stops = await screen.findByRole('list', { name: 'Trip Stops' })
  expect(within(stops).getAllByText(/Promised 8:20 am – 8:30 am · now 8:51 am/)).toHaveLength(1)
})

test('Service Monitoring shows beside each passenger the first promise that the trip misses', async () => {
  const { spare, id } = await makeTomLate()
  await portal.open(
    'dispatcher',
    `/VehicleMonitoring/region/${town.region_id}/trip/${spare.trip_id}/service-requests/${id}`,
  )
  expect(await screen.findByText(/Promised 8:20 am – 8:30 am · now 8:51 am/)).toBeInTheDocument()
})

test('a stranded passenger is shown as stranded, with the first promise and when the next vehicle comes', async () => {
  const { id, rescuer } = await strandMaria()
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
  const dialog = await portal.dialog(/Maria Silva.* - Stranded/)
  const pickup = await dialog.findByRole('region', { name: 'Pick up' })
  expect(pickup).toHaveTextContent(/Promised 8:10 am – 8:20 am · now 8:1\d am/)
  expect(pickup).toHaveTextContent('Where Van 1 stopped')
  expect(pickup).toHaveTextContent('Boarded 8:12 am, stranded 8:14 am')
  expect(pickup).not.toHaveTextContent('within the window')
  await portal.go(`/VehicleMonitoring/region/${town.region_id}/trip/${rescuer.trip_id}`)
  expect(await screen.findByText('Stranded')).toBeInTheDocument()
})
