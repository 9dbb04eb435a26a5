import { api } from '@ambit/contract'
import { bookRide, createDevice } from '@ambit/server/testing/device'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })

/** Maria paid less than was due, Noor nothing, and of Ann nothing was told. */
const takenInCash = async (): Promise<{ trip: number; booking: number }> => {
  const town = await buildSmallTown(portal.server)
  const van = await town.vehicle('Van 1')
  const rides = [
    await bookRide(town, van, 'Maria Silva'),
    await bookRide(town, van, 'Noor Qureshi'),
    await bookRide(town, van, 'Ann Lee'),
  ]
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  const device = createDevice(van.client, van.trip_id)
  for (const { booked } of rides) device.did('09:01:00', { kind: 'board', service_request_id: booked.id })
  const [maria, noor] = rides.map(({ booked }) => booked.id)
  device.did('09:01:10', { kind: 'paid', service_request_id: maria!, amount: 3 })
  device.did('09:01:20', { kind: 'not_paid', service_request_id: noor!, reason: 'no_change' })
  portal.server.deps.clock.set('2026-11-23T09:02:00+10:00')
  await device.send('09:02:00')
  return { trip: van.trip_id, booking: maria! }
}

// covers: DAPP-72
// @test-tag long
test('dispatchers see in the trip what its driver has to hand in, with one line for each fare, and fleet managers do not', async () => {
  const { trip } = await takenInCash()
  await portal.open('dispatcher', `/TripManagement?d=TripDialog-view-${trip}-TripDetails`)
  const cash = within(await screen.findByRole('region', { name: 'Cash' }))
  expect(cash.getByRole('heading')).toHaveTextContent('Cash to hand in: $3.00')
  const lines = cash.getAllByRole('term').map((name) => `${name.textContent}: ${name.nextElementSibling?.textContent}`)
  expect(lines).toEqual([
    'Maria Silva: $3.00 of $3.50',
    'Noor Qureshi: Not paid: No change',
    'Ann Lee: Not recorded, $3.50 due',
  ])
  await portal.open('fleet_manager', `/TripManagement?d=TripDialog-view-${trip}-TripDetails`)
  await waitFor(() => expect(screen.getByText('Signed on')).toBeVisible())
  expect(screen.queryByRole('region', { name: 'Cash' })).toBeNull()
})

// covers: DAPP-70
test('a booking tells what its driver took', async () => {
  const { booking } = await takenInCash()
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${booking}`)
  expect((await screen.findByText('Driver took')).nextElementSibling).toHaveTextContent('Paid $3.00')
})
