import { api } from '@ambit/contract'
import { bookRide, createDevice } from '@ambit/server/testing/device'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { notice } from '../testing/notices.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeEach(async () => {
  town = await buildSmallTown(portal.server)
})

/** The trip was given to another driver while its first one went on without signal. */
const toldAfterwards = async (): Promise<number> => {
  const van = await town.vehicle('Van 1')
  const maria = await bookRide(town, van)
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  const spare = await town.vehicle('Van 2', { from: '18:00', until: '20:00' })
  await portal.server.client('operations_manager').call(api.trips.update, {
    params: { id: van.trip_id },
    body: { driver_id: spare.driver_id, vehicle_id: van.vehicle_id },
  })
  const device = createDevice(van.client, van.trip_id)
  device.did('09:00:00', { kind: 'arrive', trip_stop_id: maria.pickup })
  device.did('09:01:00', { kind: 'drop_off', service_request_id: maria.booked.id })
  portal.server.deps.clock.set('2026-11-23T09:10:00+10:00')
  await device.send('09:10:00')
  return van.trip_id
}
const actions = async () => within(await screen.findByRole('region', { name: "Driver's actions" }))

// covers: DAPP-110
// @test-tag long
test('a dispatcher accepts what a driver did, is told why something cannot be, and sets it aside with a reason', async () => {
  const { user } = portal
  const trip = await toldAfterwards()
  await portal.open('dispatcher', `/TripManagement?d=TripDialog-view-${trip}-TripDetails`)
  const told = await actions()
  const [arrival, setDown] = told.getAllByRole('listitem')
  expect(arrival).toHaveTextContent(/09:00.*Arrived.*For dispatch.*given to another driver meanwhile.*Driver Van 1/)

  await user.click(told.getByRole('button', { name: 'Accept: Arrived' }))
  expect(await notice('Thank you')).toHaveTextContent('applied to the trip')
  await waitFor(() => expect(told.queryByRole('button', { name: 'Accept: Arrived' })).toBeNull())
  expect(arrival).toHaveTextContent('Accepted')

  await user.click(told.getByRole('button', { name: /^Accept: Out/ }))
  expect(await notice('could not be applied')).toHaveTextContent('Only a passenger on board can be set down')
  await user.click(await told.findByRole('button', { name: /^Set aside: Out/ }))
  const question = await portal.dialog('Set aside')
  expect(question.getByRole('button', { name: 'Set aside' })).toBeDisabled()
  await user.type(question.getByRole('textbox', { name: 'Reason' }), 'Entered by mistake')
  await user.click(question.getByRole('button', { name: 'Set aside' }))
  await waitFor(() => expect(setDown).toHaveTextContent(/Set aside.*Entered by mistake/))
  expect(told.queryByRole('button')).toBeNull()
})

// covers: DAPP-110
// @test-tag long
test('an analyst reads what drivers did and settles none of it, and a trip where all went as told says nothing', async () => {
  const trip = await toldAfterwards()
  await portal.open('analyst', `/TripManagement?d=TripDialog-view-${trip}-TripDetails`)
  expect((await actions()).queryByRole('button')).toBeNull()
  const { data: trips } = await town.dispatcher.call(api.trips.list)
  const other = trips.find(({ id }) => id !== trip)?.id
  await portal.open('dispatcher', `/TripManagement?d=TripDialog-view-${other}-TripDetails`)
  await screen.findByRole('button', { name: /Status|Change/ })
  expect(screen.queryByRole('region', { name: "Driver's actions" })).toBeNull()
})

test('drivers’ actions that cannot be loaded are not taken for none: the trip says so and tries again', async () => {
  const trip = await toldAfterwards()
  const failure = { status: '500', code: 'internal', title: 'Internal', detail: 'The database is away.' }
  const mend = calls.answer(api.trips.driverActions, () => Response.json({ errors: [failure] }, { status: 500 }))
  await portal.open('dispatcher', `/TripManagement?d=TripDialog-view-${trip}-TripDetails`)
  const dialog = await portal.dialog(`trip_${trip}`)
  expect(await dialog.findByText('The database is away.')).toBeVisible()
  mend()
  await portal.user.click(dialog.getByRole('button', { name: 'Retry' }))
  expect((await actions()).getAllByRole('listitem')).toHaveLength(2)
})
