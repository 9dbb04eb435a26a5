import { api } from '@ambit/contract'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeEach(async () => {
  town = await buildSmallTown(portal.server)
})

/** Van 1 is taken out of service, and Van 2 comes for Tom. */
const takeOut = async () => {
  const lost = await town.vehicle('Van 1')
  const tom = await town.passenger('Tom Baker')
  await town.book({ who: tom, from: 'Market', to: 'School', at: '08:20' })
  await town.vehicle('Van 2', { from: '08:50' })
  portal.server.deps.clock.set('2026-11-23T08:05:00+10:00')
  const disruption = { kind: 'vehicle_lost' as const, trip_id: lost.trip_id, message: 'Engine' }
  const { data } = await town.dispatcher.call(api.disruptions.preview, { body: disruption })
  await town.dispatcher.call(api.disruptions.accept, { body: { disruption, token: data.token } })
  return lost
}

test('the trip of a vehicle out of service says so, lists who still waits, and has a way back into service', async () => {
  const lost = await takeOut()
  await portal.open('dispatcher', `/TripManagement?d=TripDialog-view-${lost.trip_id}-TripDetails`)
  const out = within(await screen.findByRole('region', { name: 'Out of service since 8:05 am' }))
  expect(out.getByText('Engine')).toBeVisible()
  const waiting = within(await out.findByRole('list', { name: 'Still waiting' }))
  expect(waiting.getByRole('listitem')).toHaveTextContent(/Tom Baker.*Assigned.*Market.*Van 2 8:51 am/)
  expect(screen.getAllByText('out of service').length).toBeGreaterThan(0)
  await portal.user.click(out.getByRole('button', { name: 'Back in service' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Back in service' })).toBeNull())
  const { data: trips } = await town.dispatcher.call(api.trips.list, {
    query: { filter: { vehicle: [lost.vehicle_id] }, sort: 'id' },
  })
  expect(trips.map(({ current_state }) => current_state)).toEqual(['cancelled', 'staged'])
})

test('Service Monitoring shows a trip whose vehicle is out of service as such, not as on time', async () => {
  const lost = await takeOut()
  await portal.open('dispatcher', `/VehicleMonitoring/region/${town.region_id}/trip/${lost.trip_id}`)
  expect(await screen.findByRole('region', { name: 'Out of service since 8:05 am' })).toBeVisible()
  const heading = await screen.findByRole('heading', { name: `trip_${lost.trip_id}` })
  expect(heading.parentElement).toHaveTextContent(`trip_${lost.trip_id}Out of service`)
})

test('a vehicle out of service stays in the list of Service Monitoring while a passenger of its trip waits', async () => {
  const lost = await takeOut()
  await portal.open('dispatcher', `/VehicleMonitoring/region/${town.region_id}`)
  const row = (await screen.findByRole('link', { name: /^Van 1/ })).closest('li')
  expect(row).toHaveTextContent(/Van 1.*1 booking still waiting.*Out of service/)
  expect(await screen.findByRole('list', { name: 'Legend' })).toHaveTextContent('Out of service1')
  const { data: waiting } = await town.dispatcher.call(api.serviceRequests.list, {
    query: { filter: { left_waiting_by: [lost.trip_id] } },
  })
  for (const { id } of waiting) await town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Van 1/ })).toBeNull())
})

test('an analyst who may see trips cannot put a vehicle back into service', async () => {
  const lost = await takeOut()
  await portal.open('analyst', `/TripManagement?d=TripDialog-view-${lost.trip_id}-TripDetails`)
  await screen.findByRole('region', { name: 'Out of service since 8:05 am' })
  expect(screen.queryByRole('button', { name: 'Back in service' })).toBeNull()
})
