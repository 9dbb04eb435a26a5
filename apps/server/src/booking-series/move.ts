import type { Deps } from '../deps.ts'
import { conflict } from '../http/errors.ts'
import { service } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { requireApart } from '../service-requests/beside.ts'
import { changeServiceRequest } from '../service-requests/change.ts'
import { findServiceRequest } from '../service-requests/queries.ts'
import { agree } from './book.ts'
import { lockOccurrence, type OccurrenceRow, type SeriesRow } from './queries.ts'
import { setRow } from './rows.ts'
import { agreedWith, findRide, isRefusal, refusal, wishOf } from './wish.ts'

/**
 * Changes the bookings of one date to what the series, or the date by itself, says now. One that cannot be changed stays
 * as it is. A way there that would end after the way back begins is tried again once that has been moved.
 */
export const moveDate = async (deps: Deps, series: SeriesRow, rows: readonly OccurrenceRow[]): Promise<void> => {
  const later: OccurrenceRow[] = []
  for (const row of rows) if ((await moveRide(deps, series, row)) === 'refused') later.push(row)
  for (const row of later) if ((await moveRide(deps, series, row)) === 'refused') await stay(deps, series, row)
}

const moveRide = async (deps: Deps, series: SeriesRow, row: OccurrenceRow): Promise<'done' | 'refused'> => {
  const wish = wishOf(series, row)
  const booking =
    row.service_request_id === null ? undefined : await findServiceRequest(deps.db, row.service_request_id, null)
  if (wish === undefined || booking === undefined || booking.change_refused !== null) {
    await stay(deps, series, row)
    return 'done'
  }
  const found = await findRide(deps, { ...wish, changes: booking.id })
  if (found.offering === null) return 'refused'
  const { offering } = found
  const input = { service_offering_id: offering.id, payment_method: wish.payment_method }
  try {
    await changeServiceRequest(deps, booking, input, service, {
      allow: async (tx, sold) => {
        const noted = await requireApart(tx, sold, {}, service)
        if ((await lockOccurrence(tx, series, row))?.to_move !== true)
          throw conflict('This ride has been changed already')
        return noted
      },
      booked: async (tx) => {
        await setRow(tx, row.id, { to_move: false, reasons: '[]' })
        await agree(tx, series.id, row, agreedWith(wish, offering))
        await recordChanged(tx, 'booking_series', series.id)
      },
      gone: () => ({}),
    })
    return 'done'
  } catch (error) {
    if (!isRefusal(error)) throw error
    deps.log.info({ service_request_id: booking.id, reason: refusal(error).text }, 'a ride of a series stays as it is')
    return 'refused'
  }
}

const NOT_MOVED = { code: 'not_moved', text: 'It could not be changed with its series, and stays as it was booked' }

const stay = ({ db }: Deps, series: SeriesRow, row: OccurrenceRow): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if ((await lockOccurrence(tx, series, row))?.to_move !== true) return
    await setRow(tx, row.id, { to_move: false, reasons: JSON.stringify([NOT_MOVED]) })
    await recordChanged(tx, 'booking_series', row.booking_series_id)
  })
