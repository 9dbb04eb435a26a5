import { api } from '@ambit/contract'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'
import { openWithout } from '../testing/without-key.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeEach(async () => {
  town = await buildSmallTown(portal.server)
})

/** Tom, who has a telephone, and Una, who has none, travel with the van. */
const booked = async () => {
  const van = await town.vehicle('Van 1')
  const tom = await town.passenger('Tom Baker')
  const una = await town.passenger('Una Bell')
  await portal.server.client('administrator').call(api.travelers.update, {
    params: { id: tom },
    body: { phone_number: '07 5550 1234' },
  })
  await town.book({ who: tom, from: 'Market', to: 'School', at: '08:40' })
  await town.book({ who: una, from: 'School', to: 'Station', at: '09:30' })
  return { van, tom }
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li, tr') as HTMLElement)
/**
 * The number beside Tom's name, in whichever row it is: a list that is loaded again has new ones, and the effect beneath
 * a question names him as well.
 */
const tomsNumber = () =>
  waitFor(() => {
    const rows = screen.getAllByText('Tom Baker').flatMap((name) => name.closest<HTMLElement>('li, tr') ?? [])
    const [link] = rows.flatMap((row) => within(row).queryAllByRole('link', { name: '07 5550 1234' }))
    if (link === undefined) throw new Error('no number stands beside Tom Baker')
    return link
  })

test('in a list of affected bookings the name leads to the passenger, and the number dials', async () => {
  const { van, tom } = await booked()
  await portal.open('dispatcher', `/TripManagement?d=LostVehicleDialog-edit-${van.trip_id}`)
  expect(await tomsNumber()).toHaveAttribute('href', 'tel:0755501234')
  expect((await rowOf('Una Bell')).getAllByRole('link')).toHaveLength(1)
  // One request for all of the list.
  expect(calls.of(api.travelers.list)).toHaveLength(1)
  await portal.user.click(screen.getByRole('link', { name: 'Tom Baker' }))
  expect(await screen.findByRole('dialog', { name: /Tom Baker/ })).toBeVisible()
  expect(portal.address()).toContain(`d=LostVehicleDialog-edit-${van.trip_id},TravelerDialog-view-${tom}-Profile`)
})

// @test-tag long
test('the bookings of a trip to cancel and of a schedule have the passenger’s number too', async () => {
  const { van } = await booked()
  const { data: trip } = await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })
  await portal.open('dispatcher', `/TripManagement?d=TripStatusDialog-edit-${van.trip_id}`)
  const dialog = within(await screen.findByRole('dialog'))
  await portal.user.click(await dialog.findByRole('radio', { name: 'Cancelled' }))
  await portal.user.click(dialog.getByRole('button', { name: 'Change State' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Confirm new state' }))
  expect(await tomsNumber()).toBeVisible()
  await portal.open(
    'dispatcher',
    `/ServicePlans/live?zone=${town.zone_id}&d=ServicePlanDialog-view-${trip.service_plan_id}-Bookings`,
  )
  expect(await tomsNumber()).toBeVisible()
})

test('a user who may not read passengers sees names alone, and no passenger is asked for', async () => {
  const { van } = await booked()
  await openWithout(
    portal,
    'TravellerManagement:traveller:canRead',
    `/TripManagement?d=LostVehicleDialog-edit-${van.trip_id}`,
  )
  expect((await rowOf('Tom Baker')).queryByRole('link')).toBeNull()
  expect(calls.of(api.travelers.list)).toHaveLength(0)
})
