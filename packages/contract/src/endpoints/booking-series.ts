import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList } from '../query.ts'
import {
  BookingSeries,
  BookingSeriesInput,
  SeriesChange,
  SeriesChangePreview,
  SeriesDateInput,
  SeriesEndInput,
  SeriesOccurrence,
  SeriesPauseInput,
  SeriesPreview,
  SeriesPreviewInput,
  seriesStates,
} from '../records/booking-series.ts'
import { ImportOutcome } from '../records/imports.ts'
import { SeriesGroupInput } from '../records/series-groups.ts'
import { SeriesImport } from '../records/series-imports.ts'

const READ = 'TravellerManagement:series:canRead'
const CHANGE = 'TravellerManagement:series:canUpdate'

const query = listQuery(
  {
    state: textList.pipe(z.array(z.enum(seriesStates))),
    id: idList,
    region: idList,
    zone: idList,
    traveler: idList,
  },
  ['id', 'created_at', 'starts_on', 'last_on', 'next_on', 'traveler_name', 'zone_name'],
)

export const bookingSeries = {
  list: endpoint('bookingSeries.list', 'GET', '/booking_series', {
    summary: 'Journeys that are made again and again',
    access: READ,
    represented: true,
    query,
    answer: many(BookingSeries),
  }),
  show: endpoint('bookingSeries.show', 'GET', '/booking_series/:id', {
    summary: 'One recurring journey',
    access: READ,
    represented: true,
    params: idParams,
    answer: one(BookingSeries),
  }),
  /** 422 at the field, and `This pattern has no dates` at `/pattern` */
  preview: endpoint('bookingSeries.preview', 'POST', '/booking_series/preview', {
    summary: 'The pattern of a series in words with its next dates; nothing is stored',
    access: 'TravellerManagement:series:canCreate',
    body: SeriesPreviewInput,
    answer: one(SeriesPreview),
  }),
  /** answers at once; bookings are made after it, in the background */
  create: endpoint('bookingSeries.create', 'POST', '/booking_series', {
    summary: 'Make a recurring journey',
    access: 'TravellerManagement:series:canCreate',
    body: BookingSeriesInput,
    answer: one(BookingSeries),
    status: 201,
  }),
  /**
   * Answers with the series of all members, in their order. What is wrong with one member stands at `/members/3/…`. It needs
   * `TravellerManagement:group:canCreate` too.
   */
  createGroup: endpoint('bookingSeries.createGroup', 'POST', '/booking_series/groups', {
    summary: 'Make a group that travels again and again; each member has a series of their own',
    access: 'TravellerManagement:series:canCreate',
    body: SeriesGroupInput,
    answer: many(BookingSeries),
    status: 201,
  }),
  /** one call is one transaction; each row is judged as a series that is made by itself */
  import: endpoint('bookingSeries.import', 'POST', '/booking_series/import', {
    summary: 'Make many recurring journeys; each row has an outcome of its own',
    access: 'TravellerManagement:series:canCreate',
    large: true,
    body: SeriesImport,
    answer: many(ImportOutcome),
    status: 201,
  }),
  /** in the order of dates; those that are not made yet are `planned` */
  occurrences: endpoint('bookingSeries.occurrences', 'GET', '/booking_series/:id/occurrences', {
    summary: 'The dates of a recurring journey, by default from today on',
    access: READ,
    represented: true,
    params: idParams,
    query: z.object({ from: z.iso.date().optional(), until: z.iso.date().optional() }),
    answer: many(SeriesOccurrence),
  }),
  /** 422 at `/date` where the series has none that day, or has one already */
  setDate: endpoint('bookingSeries.setDate', 'POST', '/booking_series/:id/dates', {
    summary: 'Leave a single date out, or add one',
    access: CHANGE,
    params: idParams,
    body: SeriesDateInput,
    answer: one(BookingSeries),
    keyed: true,
  }),
  pause: endpoint('bookingSeries.pause', 'POST', '/booking_series/:id/pauses', {
    summary: 'Pause a recurring journey from one date to another',
    access: CHANGE,
    params: idParams,
    body: SeriesPauseInput,
    answer: one(BookingSeries),
    status: 201,
  }),
  /** one that has begun ends yesterday */
  endPause: endpoint('bookingSeries.endPause', 'DELETE', '/booking_series/:id/pauses/:pause_id', {
    summary: 'End a pause early',
    access: CHANGE,
    params: idParams.extend({ pause_id: z.coerce.number().int().positive() }),
    answer: one(BookingSeries),
  }),
  /** 409 where it has ended */
  end: endpoint('bookingSeries.end', 'POST', '/booking_series/:id/end', {
    summary: 'End a recurring journey, and cancel the chosen ones of its bookings',
    access: 'TravellerManagement:series:canDestroy',
    params: idParams,
    body: SeriesEndInput,
    answer: one(BookingSeries),
    keyed: true,
  }),
  previewChange: endpoint('bookingSeries.previewChange', 'POST', '/booking_series/:id/change_preview', {
    summary: 'What a change does to each booking that was made already; nothing is stored',
    access: CHANGE,
    params: idParams,
    body: SeriesChange,
    answer: one(SeriesChangePreview),
  }),
  /** answers with the linked series where the change is for all following */
  change: endpoint('bookingSeries.change', 'POST', '/booking_series/:id/changes', {
    summary: 'Change one date of a series, all following or all future ones',
    access: CHANGE,
    params: idParams,
    body: SeriesChange,
    answer: one(BookingSeries),
    keyed: true,
  }),
  export: endpoint('bookingSeries.export', 'GET', '/booking_series/export', {
    summary: 'All that a search and filters find, as CSV or as a calendar of RFC 5545',
    access: READ,
    query: query.pick({ search: true, filter: true }).extend({ format: z.enum(['csv', 'ics']).default('csv') }),
    answer: z.string(),
    raw: 'text/csv',
  }),
}
