import type { ServiceRequest } from '@ambit/contract'
import { openRequestStatuses } from '@ambit/domain'
import { useChangeBooking } from '../../records/change-booking.ts'
import { RefusableButton } from '../../ui/RefusableButton.tsx'
import { rideStrings as words } from './strings.ts'

/** Changes a ride to come to another journey; rides that are over have no button. */
export const ChangeButton = ({ booking }: { booking: ServiceRequest }) => {
  const { allowed, start } = useChangeBooking()
  if (!allowed || !isToCome(booking)) return null
  return (
    <RefusableButton
      size="compact-xs"
      label={words.change}
      name={words.changeBooking(booking.id)}
      refused={booking.change_refused}
      onClick={() => start(booking.id)}
    />
  )
}

const isToCome = ({ status }: ServiceRequest): boolean => openRequestStatuses.some((open) => open === status)
