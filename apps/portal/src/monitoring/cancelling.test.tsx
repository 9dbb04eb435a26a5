import { api } from '@ambit/contract'
import { asJourney } from '@ambit/server/testing/journeys'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { startMonitoring } from '../testing/open-monitoring.ts'

const { portal, town, onDuty, maria, list } = startMonitoring()

const choose = async (passenger: string, action: string) => {
  await portal.user.click((await screen.findAllByRole('button', { name: `Actions for ${passenger}` }))[0]!)
  await portal.user.click(await screen.findByRole('menuitem', { name: action }))
}

// covers: MON-63, MON-64
test('a passenger’s booking is cancelled after a question', async () => {
  const bus = await onDuty('Bus 7')
  const { id } = await maria()
  await portal.open('dispatcher', `${list()}/trip/${bus.trip_id}`)
  await choose('Maria Silva', 'Cancel Booking')
  const question = await portal.dialog('Cancel Booking')
  const text = 'Are you sure you want to cancel the booking for this passenger?'
  expect(question.getByText(text)).toBeVisible()
  expect(calls.of(api.serviceRequests.cancel)).toEqual([])
  await portal.user.click(question.getByRole('button', { name: 'Cancel Booking' }))
  await waitFor(async () => {
    const { data } = await town().dispatcher.call(api.serviceRequests.show, { params: { id } })
    expect(data.status).toBe('cancelled')
  })
})

// covers: JRN-09
test('cancelling the leg of a passenger in Service Monitoring asks which legs are meant', async () => {
  const bus = await onDuty('Bus 7')
  const there = await maria()
  const back = await town().book({ who: there.traveler_id, from: 'Hospital', to: 'Market', at: '11:00' })
  await asJourney(portal.server, there.id, back.id)
  await portal.open('dispatcher', `${list()}/trip/${bus.trip_id}`)
  await choose('Maria Silva', 'Cancel Booking')
  const question = await portal.dialog('Cancel Booking')
  expect(await question.findByText(/one leg of a journey there and back/)).toBeVisible()
  expect(calls.of(api.serviceRequests.cancel)).toEqual([])
  await portal.user.click(await question.findByRole('button', { name: 'Both legs' }))
  await portal.dialog(/why did the passenger cancel/)
  for (const { id } of [there, back]) {
    const { data } = await town().dispatcher.call(api.serviceRequests.show, { params: { id } })
    expect(data.status).toBe('cancelled')
  }
})

test('a booking that a colleague has cancelled meanwhile is told of with who did it and why, as news and not as an error', async () => {
  const bus = await onDuty('Bus 7')
  const { id } = await maria()
  await portal.open('dispatcher', `${list()}/trip/${bus.trip_id}`)
  await choose('Maria Silva', 'Cancel Booking')
  const question = await portal.dialog('Cancel Booking')
  const colleague = portal.server.client('customer_service')
  await colleague.call(api.serviceRequests.cancel, { params: { id }, body: { reason: 'Ill' } })
  await portal.user.click(question.getByRole('button', { name: 'Cancel Booking' }))
  const told = await screen.findByText(
    `Booking ${id} is cancelled already: Mon 23 Nov, 8:00 am, by Test customer_service. Reason: Ill`,
  )
  expect(told).toBeVisible()
  expect(screen.queryByText('The booking could not be cancelled')).toBeNull()
  expect(screen.queryByRole('dialog', { name: /why did the passenger cancel/ })).toBeNull()
})

test('a user who may not change bookings is not offered to cancel one', async () => {
  const bus = await onDuty('Bus 7')
  await maria()
  await portal.open('analyst', `${list()}/trip/${bus.trip_id}`)
  await portal.user.click((await screen.findAllByRole('button', { name: /^Actions for Passenger \d+$/ }))[0]!)
  expect(await screen.findByRole('menuitem', { name: 'Show Passenger Trip Stops' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Cancel Booking' })).toBeNull()
})
