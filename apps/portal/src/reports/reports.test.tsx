import { api } from '@ambit/contract'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { beforeAll, expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
})

// covers: RPT-12
test('Reports open the itinerary of a trip and the survey of a cancelled booking as dialogs', async () => {
  const { trip_id } = await town.vehicle('Bus 7')
  const booking = await town.book({ who: await town.passenger('Rita Report'), from: 'Market', to: 'Hospital' })
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: booking.id }, body: {} })
  await portal.open('dispatcher', `/ReportManagement/trip-itinerary?d=TripItineraryDialog-view-${trip_id}`)
  const itinerary = await portal.dialog(/./)
  expect(await itinerary.findByText(/No Trip Stops|Target Time/)).toBeVisible()
  await portal.open('dispatcher', `/ReportManagement/cancellations?d=SurveyDialog-create-${booking.id}`)
  const survey = await portal.dialog(`Booking # ${booking.id} : why did the passenger cancel?`)
  expect(await survey.findByRole('combobox', { name: 'Reason' })).toBeVisible()
})
