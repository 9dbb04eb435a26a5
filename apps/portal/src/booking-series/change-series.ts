import type { BookingSeries, OccurrenceLeg, SeriesOccurrence } from '@ambit/contract'
import { allowCancel } from '@ambit/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { notify } from '../notifications/notify.tsx'
import { seriesRecords } from '../records/booking-series.ts'
import { bookingListsChanged } from '../records/bookings.ts'
import { seriesDialogStrings as words } from './dialog-strings.ts'

/** Runs a change of a series: says what came of it, and takes the answer as the series. */
export const useSeriesChange = () => {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const run = async (done: string, change: () => Promise<{ data: BookingSeries }>): Promise<boolean> => {
    setBusy(true)
    try {
      const { data } = await change()
      seriesRecords.saved(data)
      notify({ type: 'success', title: done, message: '' })
      return true
    } catch (error) {
      announceFailure(error, words.failed)
      return false
    } finally {
      setBusy(false)
      bookingListsChanged(queries)
    }
  }
  return { busy, run }
}

/** A ride of a series that is booked and has not begun. */
export type BookedRide = { date: string; leg: number; id: number; pickup: OccurrenceLeg['pickup'] }

export const bookedRides = (occurrences: readonly SeriesOccurrence[]): BookedRide[] =>
  occurrences.flatMap(({ date, legs }) =>
    legs.flatMap(({ leg, state, service_request_id: id, booking_status: status, pickup }) =>
      state === 'booked' && id !== null && (status === null || allowCancel(status)) ? [{ date, leg, id, pickup }] : [],
    ),
  )
