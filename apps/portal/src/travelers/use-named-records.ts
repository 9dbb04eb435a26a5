import { useNavigate, useParam } from '../url/link.tsx'
import { useEffect } from 'react'
import { dialogText } from '../dialogs/dialog-ref.ts'

/** A record's number as the address has it. */
const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null

/** An address that names a passenger, and perhaps a booking, opens their dialogs over the list. */
export const useNamedRecords = (): void => {
  const travellerId = useParam('travellerId')
  const bookingId = useParam('bookingId')
  const navigate = useNavigate()
  useEffect(() => {
    if (travellerId === undefined) return
    const [traveler, booking] = [numberIn(travellerId), numberIn(bookingId)]
    const d = [
      ...(traveler === null ? [] : [dialogText('TravelerDialog', 'view', traveler, 'Profile')]),
      ...(booking === null ? [] : [dialogText('LiveBookingDialog', 'view', booking)]),
    ].join(',')
    void navigate({ to: '/TravellerManagement', search: d === '' ? {} : { d }, replace: true })
  }, [travellerId, bookingId, navigate])
}
