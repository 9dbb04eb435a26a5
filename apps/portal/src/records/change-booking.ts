import type { PermissionKey } from '@ambit/contract'
import { useCan } from '../auth/permissions.ts'
import { useRepresents } from '../auth/use-me.ts'
import { useOpenDialog } from '../dialogs/stack.ts'

/** What it takes to change a booking: to read it, to search for another journey, and to put that in its place. */
export const changeBookingKeys = [
  'TravellerManagement:tripBookingWizard:canRead',
  'TravellerManagement:tripBookingWizard:canCreate',
  'LiveBooking:booking:canRead',
  'LiveBooking:booking:canCreate',
  'LiveBooking:booking:canUpdate',
] as const satisfies readonly PermissionKey[]

/** Opens the booking wizard with a booking, to change it to another journey. */
export const useChangeBooking = () => {
  const can = useCan()
  const open = useOpenDialog()
  // They cancel and book anew.
  const represents = useRepresents()
  return {
    allowed: !represents && changeBookingKeys.every((key) => can(key)),
    start: (id: number): void => open('TripBookingWizardDialog', 'edit', id),
  }
}
