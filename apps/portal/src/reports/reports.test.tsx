import { api } from '@ambit/contract'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
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

test('the itinerary of a trip ends with how many board and alight in all', async () => {
  await town.vehicle('Bus 9')
  const who = await town.passenger('Sam Sum')
  const { trip_id } = await town.book({ who, from: 'Market', to: 'Hospital', at: '10:00' })
  await portal.open('dispatcher', `/ReportManagement/trip-itinerary?d=TripItineraryDialog-view-${trip_id}`)
  const itinerary = await portal.dialog(/./)
  expect(await itinerary.findByRole('row', { name: /^Total/ })).toHaveTextContent('Total1 passenger1 passenger')
})

// covers: RPT-09
test('the tab Booking Outcomes has a route of its own', async () => {
  await portal.open('dispatcher', '/ReportManagement/cancellations')
  const tab = () => screen.findByRole('link', { name: 'Booking Outcomes' })
  expect(await tab()).not.toHaveAttribute('aria-current')
  await portal.user.click(await tab())
  expect(await screen.findByRole('grid', { name: 'By zone and day' })).toBeVisible()
  expect(portal.address()).toMatch(/^\/ReportManagement\/booking-outcome-report(\?|$)/)
  await waitFor(async () => expect(await tab()).toHaveAttribute('aria-current', 'page'))
})

test('the table of booking outcomes ends with the totals of all zones and days', async () => {
  await town.vehicle('Bus 8')
  await town.book({ who: await town.passenger('Tim Total'), from: 'Market', to: 'Hospital', at: '11:00' })
  await portal.open(
    'dispatcher',
    '/ReportManagement/booking-outcome-report?filter.from=2026-11-23&filter.to=2026-11-23',
  )
  const table = await screen.findByRole('grid', { name: 'By zone and day' })
  const totals = await within(table).findByRole('row', { name: /^All zones and days/ })
  const { data } = await town.dispatcher.call(api.bookingReports.summary, {
    query: { filter: { from: '2026-11-23', to: '2026-11-23' } },
  })
  expect(data.totals.total).toBeGreaterThan(0)
  expect(within(totals).getAllByRole('cell').at(-1)).toHaveTextContent(String(data.totals.total))
})
