import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { useScope } from '../url/scope.ts'
import { addDraft } from './drafts.ts'

/** Begins a booking for a passenger and opens its wizard. A single zone of the header becomes the booking's zone. */
export const useStartBooking = () => {
  const can = useCan()
  const open = useOpenDialog()
  const [scope] = useScope()
  const zoneId = scope.zone.length === 1 ? (scope.zone[0] ?? null) : null
  return {
    allowed: can('TravellerManagement:tripBookingWizard:canCreate'),
    start: (traveler: Parameters<typeof addDraft>[0]): void =>
      open('TripBookingWizardDialog', 'booking', addDraft(traveler, zoneId).uuid),
  }
}
