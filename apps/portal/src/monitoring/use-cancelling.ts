import type { ServiceRequest } from '@ambit/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { bookingRecords } from '../records/bookings.ts'
import { cancelStrings } from '../records/cancel/strings.ts'

/** Whose booking is asked about: a trip's stops do not tell of which journey it is. */
export const useCancelling = () => {
  const queries = useQueryClient()
  const [booking, setBooking] = useState<ServiceRequest | null>(null)
  const start = (id: number): void => {
    queries
      .fetchQuery(bookingRecords.one(id))
      .then(setBooking)
      .catch((error: unknown) => announceFailure(error, cancelStrings.failed))
  }
  return { booking, start, end: () => setBooking(null) }
}
