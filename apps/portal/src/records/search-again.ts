import { useMasks } from '../auth/masks.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { searchAgainKeys } from './waitlist-keys.ts'

/** Opens the booking wizard with what an entry of the waiting list asks for. */
export const useSearchAgain = () => {
  const can = useCan()
  const open = useOpenDialog()
  // A door without its number is no place to book from.
  const placesMasked = useMasks().has('place')
  return {
    allowed: !placesMasked && searchAgainKeys.every((key) => can(key)),
    start: (entryId: number): void => open('TripBookingWizardDialog', 'view', entryId),
  }
}
