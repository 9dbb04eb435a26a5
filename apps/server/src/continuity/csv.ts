import { CSV_MARK, csvLines } from '../http/csv.ts'
import type { Sheet } from './sheet.ts'

const headers = [
  'Trip',
  'Zone',
  'Vehicle',
  'Driver',
  'Driver phone',
  'Stop',
  'Arrive',
  'Leave',
  'Place',
  'Address',
  'Stop note',
  'What',
  'Booking',
  'Passenger',
  'Phone',
  'Passengers',
  'Wheelchairs',
  'Notes',
  'Fare',
  'Promised pick-up',
  'Known before',
  'Arrived',
  'Left',
  'Happened (boarded, not come, set down)',
  'Time',
  'Written by',
] as const
const BLANKS = ['', '', '', '', '']

/** A line for each passenger at each stop, and one for each stop without any. */
export const csvOf = (sheet: Sheet): string =>
  CSV_MARK +
  csvLines([
    [`Moment: ${sheet.moment}`, `Bookings: ${sheet.bookings}`],
    headers,
    ...sheet.trips.flatMap((trip) =>
      trip.stops.flatMap((stop) => {
        const place = [
          trip.name,
          trip.zone,
          trip.vehicle,
          trip.driver,
          trip.phone,
          stop.number,
          stop.arrive,
          stop.leave,
          stop.name,
          stop.address,
          stop.note,
        ]
        if (stop.people.length === 0) return [[...place, '', '', '', '', '', '', '', '', '', stop.done, ...BLANKS]]
        return stop.people.map((one) => [
          ...place,
          one.what,
          one.booking,
          one.name,
          one.phone,
          one.party,
          one.wheelchairs,
          one.notes,
          one.fare,
          one.window,
          [stop.done, one.done].filter((text) => text !== '').join('; '),
          ...BLANKS,
        ])
      }),
    ),
    ...sheet.waiting.map((one) => [
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      one.journey,
      '',
      '',
      one.what,
      one.booking,
      one.name,
      one.phone,
      one.party,
      one.wheelchairs,
      one.notes,
      one.fare,
      one.window,
      '',
      ...BLANKS,
    ]),
  ])
