import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A record's number as the address has it. */
const numberIn = (text: string | undefined): string | null =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? text : null

/** An address that names a passenger, and perhaps a booking, opens their dialogs over the list. */
export const useNamedRecords = (): void => {
  const { travellerId, bookingId } = useParams({ strict: false }) as { travellerId?: string; bookingId?: string } // the route's optional parameters
  const navigate = useNavigate()
  useEffect(() => {
    if (travellerId === undefined) return
    const [traveler, booking] = [numberIn(travellerId), numberIn(bookingId)]
    const d = [
      ...(traveler === null ? [] : [`TravelerDialog-view-${traveler}-Profile`]),
      ...(booking === null ? [] : [`LiveBookingDialog-view-${booking}`]),
    ].join(',')
    void navigate({ to: '/TravellerManagement', search: d === '' ? {} : { d }, replace: true })
  }, [travellerId, bookingId, navigate])
}
