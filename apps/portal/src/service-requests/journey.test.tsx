import { api } from '@ambit/contract'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { calls, noNetwork } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 7')
})

let callers = 0
type Ride = Pick<Parameters<SmallTown['search']>[0], 'from' | 'to' | 'at'>
const book = async (rides: readonly Ride[], stay_minutes: number | null): Promise<number[]> => {
  const who = await town.passenger(`Noor Caller${++callers}`)
  const searches = []
  for (const ride of rides) searches.push(await town.search({ who, ...ride }))
  const legs = searches.map(({ service_offerings: [offering] }, index) => ({
    service_offering_id: offering?.id ?? 0,
    payment_method: 'cash' as const,
    stay_minutes: index === 0 ? null : stay_minutes,
  }))
  const { data } = await town.dispatcher.call(api.journeys.create, { body: { traveler_id: who, legs } })
  return data.service_requests.map(({ id }) => id)
}
/** The way there at nine and the way back at eleven. */
const journey = async () => {
  const [there = 0, back = 0] = await book(
    [
      { from: 'Market', to: 'Hospital', at: '09:00' },
      { from: 'Hospital', to: 'Market', at: '11:00' },
    ],
    null,
  )
  return [there, back] as const
}
/** The same with another place on the way home. */
const withStops = async () => {
  const [first = 0, second = 0, third = 0] = await book(
    [
      { from: 'Market', to: 'Hospital', at: '09:00' },
      { from: 'Hospital', to: 'Station', at: '11:00' },
      { from: 'Station', to: 'Market', at: '13:00' },
    ],
    30,
  )
  return [first, second, third] as const
}
const opened = async (id: number) => {
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
  return portal.dialog(new RegExp(`^Booking # ${id}`))
}
const statuses = async (ids: readonly number[]) => {
  const { data } = await town.dispatcher.call(api.serviceRequests.list, {
    query: { filter: { id: [...ids] }, sort: 'id' },
  })
  return data.map(({ status }) => status)
}

// covers: JRN-08
test('each leg shows the other with its times and status, and what both cost', async () => {
  const [there, back] = await journey()
  const dialog = await opened(there)
  const other = within(await dialog.findByRole('region', { name: 'Way back' }))
  expect(other.getByText('Assigned')).toBeVisible()
  expect(other.getByText(/^Mon 23 Nov, pick up 11:\d\d am – 11:\d\d am at Hospital$/)).toBeVisible()
  expect(other.getByText(/^Drop off 11:\d\d am – 11:\d\d am at Market$/)).toBeVisible()
  expect(dialog.getByText('Together').closest('dl')).toHaveTextContent('Way there$3.50Way back$3.50Together$7.00')
  await portal.user.click(other.getByRole('button', { name: `Booking # ${back}` }))
  const second = await portal.dialog(new RegExp(`^Booking # ${back}`))
  expect(await second.findByRole('region', { name: 'Way there' })).toBeVisible()
})

test('a leg that was cancelled is shown as such, and no sum is told', async () => {
  const [there, back] = await journey()
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: back }, body: {} })
  const dialog = await opened(there)
  const other = within(await dialog.findByRole('region', { name: 'Way back' }))
  expect(other.getByText('Cancelled')).toBeVisible()
  expect(dialog.queryByText('Together')).toBeNull()
})

// covers: JRN-09
// @test-tag long
test('cancelling a leg asks which are meant', async () => {
  const alone = await journey()
  const dialog = await opened(alone[0])
  await dialog.findByRole('region', { name: 'Way back' })
  await portal.user.click(dialog.getByRole('button', { name: 'Cancel Booking' }))
  const question = await portal.dialog('Cancel Booking')
  await portal.user.click(await question.findByRole('button', { name: 'This leg' }))
  await portal.dialog(/why did the passenger cancel/)
  expect(await statuses(alone)).toEqual(['cancelled', 'assigned'])
  const both = await journey()
  const second = await opened(both[1])
  await second.findByRole('region', { name: 'Way there' })
  await portal.user.click(second.getByRole('button', { name: 'Cancel Booking' }))
  await portal.user.click(await (await portal.dialog('Cancel Booking')).findByRole('button', { name: 'Both legs' }))
  await portal.dialog(/why did the passenger cancel/)
  expect(await statuses(both)).toEqual(['cancelled', 'cancelled'])
})

// @test-tag long
test('a leg whose other leg cannot be loaded is not cancelled as a booking by itself: the question says that the other stays', async () => {
  const [there, back] = await journey()
  calls.answer(api.journeys.show, noNetwork)
  const dialog = await opened(there)
  await portal.user.click(await dialog.findByRole('button', { name: 'Cancel Booking' }))
  const question = await portal.dialog('Cancel Booking')
  expect(await question.findByText(/The other leg could not be loaded: it stays booked/)).toBeVisible()
  await portal.user.click(question.getByRole('button', { name: 'This leg' }))
  await portal.dialog(/why did the passenger cancel/)
  expect(await statuses([there, back])).toEqual(['cancelled', 'assigned'])
})

// covers: JRN-10
// @test-tag long
test('a ride with stops counts its legs, and cancelling one asks whether all are meant', async () => {
  const legs = await withStops()
  const dialog = await opened(legs[1])
  const last = within(await dialog.findByRole('region', { name: 'Leg 3' }))
  expect(last.getByText(/at Station$/)).toBeVisible()
  expect(await dialog.findByRole('region', { name: 'Leg 1' })).toBeVisible()
  const prices = dialog.getByText('Together').closest('dl')
  expect(prices).toHaveTextContent('Leg 1$3.50Leg 2$3.50Leg 3$3.50Together$10.50')
  expect(dialog.queryByRole('button', { name: 'Return when called' })).toBeNull()
  await portal.user.click(dialog.getByRole('button', { name: 'Cancel Booking' }))
  const question = await portal.dialog('Cancel Booking')
  expect(await question.findByText(/one leg of a ride with stops/)).toBeVisible()
  await portal.user.click(await question.findByRole('button', { name: 'All legs' }))
  await portal.dialog(/why did the passenger cancel/)
  expect(await statuses(legs)).toEqual(['cancelled', 'cancelled', 'cancelled'])
})
