import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList } from '../query.ts'
import {
  BookingOutcomeReport,
  BookingReport,
  FeedbackSummary,
  ItineraryTrip,
  SurveyRow,
  TripItinerary,
} from '../records/reports.ts'

/** Days are those of each zone's own clocks, both included. */
export const reportFilters = { zone: idList, region: idList, from: z.iso.date(), to: z.iso.date() }

/** Days that one report may span. */
export const MAX_REPORT_DAYS = 366
const DAY_MS = 86_400_000

const range = z
  .strictObject({ zone: idList.optional(), region: idList.optional(), from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The last day must not be before the first' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_REPORT_DAYS * DAY_MS, {
    path: ['to'],
    error: `A report spans at most ${MAX_REPORT_DAYS} days`,
  })

const OUTCOMES = 'ReportManagement:bookingOutcomeReport:canRead'
const ITINERARY = 'ReportManagement:tripItinerary:canRead'

export const feedbackReports = {
  summary: endpoint('feedbackReports.summary', 'GET', '/feedbacks/summary', {
    summary: 'Average ratings of rides',
    access: 'ReportManagement:feedback:canRead',
    query: z.object({
      filter: z
        .strictObject({ ...reportFilters, rating: idList })
        .partial()
        .optional(),
    }),
    answer: one(FeedbackSummary),
  }),
}

export const surveyReports = {
  list: endpoint('surveyReports.list', 'GET', '/surveys', {
    summary: 'Why passengers cancelled',
    access: 'ReportManagement:survey:canRead',
    query: listQuery({ ...reportFilters, reason: textList }, [
      'id',
      'created_at',
      'reason',
      'traveler_name',
      'zone_name',
    ]),
    answer: many(SurveyRow),
  }),
}

export const bookingReports = {
  list: endpoint('bookingReports.list', 'GET', '/booking_outcome_reports', {
    summary: 'Outcomes of bookings and searches, a row for each zone and day',
    access: OUTCOMES,
    query: listQuery({}, ['date', 'zone_name', 'total', 'completed', 'no_show', 'refused']).extend({ filter: range }),
    answer: many(BookingOutcomeReport),
  }),
  summary: endpoint('bookingReports.summary', 'GET', '/booking_outcome_reports/summary', {
    summary: 'The same by day over all of the zones, with the reasons of refused searches',
    access: OUTCOMES,
    query: z.object({ filter: range }),
    answer: one(BookingReport),
  }),
  export: endpoint('bookingReports.export', 'GET', '/booking_outcome_reports.csv', {
    summary: 'The rows as CSV',
    access: OUTCOMES,
    query: z.object({ filter: range }),
    answer: z.string(),
    raw: 'text/csv',
  }),
}

export const tripItineraries = {
  list: endpoint('tripItineraries.list', 'GET', '/trip_itineraries', {
    summary: 'Trips that have an itinerary',
    access: ITINERARY,
    query: listQuery(reportFilters, ['start_datetime']),
    answer: many(ItineraryTrip),
  }),
  show: endpoint('tripItineraries.show', 'GET', '/trip_itineraries/:id', {
    summary: 'The stops of a trip with their times, and who boards and alights',
    access: ITINERARY,
    params: idParams,
    answer: one(TripItinerary),
  }),
}
