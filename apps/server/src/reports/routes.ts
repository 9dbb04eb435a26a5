import { api, type BookingOutcome } from '@ambit/contract'
import { CSV_MARK, csvLines } from '../http/csv.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { listConduct } from './conduct.ts'
import { findItinerary, listItineraryTrips } from './itineraries.ts'
import { everyOutcome, listOutcomes, summariseOutcomes } from './outcomes.ts'
import { listSurveys } from './surveys.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.surveyReports.list, ({ query, actor, hidden }) => listSurveys(db, query, regionScope(actor), hidden))

  bind(api.bookingReports.list, ({ query, actor }) => listOutcomes(db, query, regionScope(actor)))

  bind(api.bookingReports.summary, async ({ query, actor }) => ({
    data: await summariseOutcomes(db, query.filter, regionScope(actor)),
  }))

  bind.raw(api.bookingReports.export, async ({ query, actor }, _request, reply) => {
    const rows = await everyOutcome(db, query.filter, regionScope(actor))
    const { from, to } = query.filter
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="booking-outcomes-${from}-${to}.csv"`)
      .send(
        CSV_MARK +
          csvLines([
            ['Zone', 'Date', ...columns.map(([, header]) => header), 'Total'],
            ...rows.map((row) => [row.zone_name, row.date, ...columns.map(([key]) => row[key]), row.total]),
          ]),
      )
  })

  bind(api.conductReports.list, ({ query, actor }) => listConduct(db, query, regionScope(actor), clock.now()))

  bind(api.tripItineraries.list, ({ query, actor }) => listItineraryTrips(db, query, regionScope(actor)))

  bind(api.tripItineraries.show, async ({ params, actor }) => {
    const found = await findItinerary(db, params.id, regionScope(actor))
    if (found === undefined) throw notFound()
    return { data: { ...found, exported_at: clock.now() } }
  })
}

const columns: readonly (readonly [key: BookingOutcome, header: string])[] = [
  ['completed', 'Completed'],
  ['cancelled_by_passenger', 'Cancelled by passenger'],
  ['cancelled_by_staff', 'Cancelled by staff'],
  ['cancelled_by_service', 'Cancelled by service'],
  ['no_show', 'No show'],
  ['not_served', 'Not served'],
  ['refused', 'Refused searches'],
  ['open', 'Open'],
]
