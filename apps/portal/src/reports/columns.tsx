import { type BookingOutcomeReport, bookingOutcomes, type FeedbackRow, type SurveyRow } from '@ambit/contract'
import { Moment } from '../settings/Moment.tsx'
import type { Column } from '../table/column.ts'
import { Stars } from './Stars.tsx'
import { reportStrings } from './strings.ts'

const feedback = reportStrings.feedback.columns
export const feedbackColumns: readonly Column<FeedbackRow>[] = [
  {
    id: 'created_at',
    header: feedback.created_at,
    width: 168,
    value: ({ created_at }) => created_at,
    cell: ({ created_at, time_zone }) => <Moment at={created_at} timeZone={time_zone} />,
    sort: 'created_at',
  },
  {
    id: 'rating',
    header: feedback.rating,
    width: 104,
    value: ({ rating }) => rating,
    cell: ({ rating }) => <Stars rating={rating} />,
    sort: 'rating',
  },
  { id: 'comments', header: feedback.comments, width: 300, value: ({ comments }) => comments },
  {
    id: 'traveler_name',
    header: feedback.traveler_name,
    width: 150,
    value: ({ traveler_name }) => traveler_name,
    sort: 'traveler_name',
    guard: 'name',
    primary: true,
  },
  { id: 'booking', header: feedback.service_request_id, width: 84, value: (row) => row.service_request_id, type: 'id' },
  { id: 'trip_name', header: feedback.trip_name, width: 100, value: ({ trip_name }) => trip_name },
  {
    id: 'driver_name',
    header: feedback.driver_name,
    width: 140,
    value: ({ driver_name }) => driver_name,
    sort: 'driver_name',
  },
  { id: 'zone_name', header: feedback.zone_name, width: 130, value: ({ zone_name }) => zone_name, sort: 'zone_name' },
]

const survey = reportStrings.cancellations.columns
export const surveyColumns: readonly Column<SurveyRow>[] = [
  {
    id: 'created_at',
    header: survey.created_at,
    width: 168,
    value: ({ created_at }) => created_at,
    cell: ({ created_at, time_zone }) => <Moment at={created_at} timeZone={time_zone} />,
    sort: 'created_at',
  },
  { id: 'reason', header: survey.reason, width: 250, value: ({ reason }) => reason, sort: 'reason', primary: true },
  {
    id: 'additional_information',
    header: survey.additional_information,
    width: 280,
    value: ({ additional_information }) => additional_information,
  },
  {
    id: 'traveler_name',
    header: survey.traveler_name,
    width: 150,
    value: ({ traveler_name }) => traveler_name,
    sort: 'traveler_name',
    guard: 'name',
  },
  { id: 'booking', header: survey.service_request_id, width: 84, value: (row) => row.service_request_id, type: 'id' },
  {
    id: 'pickup_lower_bound',
    header: survey.pickup_lower_bound,
    width: 168,
    value: ({ pickup_lower_bound }) => pickup_lower_bound,
    cell: ({ pickup_lower_bound, time_zone }) => <Moment at={pickup_lower_bound} timeZone={time_zone} />,
  },
  { id: 'zone_name', header: survey.zone_name, width: 130, value: ({ zone_name }) => zone_name, sort: 'zone_name' },
]

const { columns: outcome, names } = reportStrings.outcomes
const sorted: readonly string[] = ['completed', 'no_show', 'refused']
export const outcomeColumns: readonly Column<BookingOutcomeReport>[] = [
  {
    id: 'date',
    header: outcome.date,
    width: 104,
    value: ({ date }) => date.split('-').toReversed().join('/'),
    sort: 'date',
    primary: true,
  },
  { id: 'zone_name', header: outcome.zone_name, width: 150, value: ({ zone_name }) => zone_name, sort: 'zone_name' },
  ...bookingOutcomes.map((key): Column<BookingOutcomeReport> => ({
    id: key,
    header: names[key],
    width: key.startsWith('cancelled') || key === 'refused' ? 176 : 100,
    value: (row) => row[key],
    type: 'number',
    ...(sorted.includes(key) ? { sort: key } : {}),
  })),
  { id: 'total', header: outcome.total, width: 84, value: ({ total }) => total, type: 'number', sort: 'total' },
]
