import { useHotkeys } from '@mantine/hooks'
import { useMasks } from '../auth/masks.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { useKeyHints } from '../ui/keys.ts'
import { bookAgainKeys } from './book-again-keys.ts'
import { bookAgainKeyHints } from './booking-words.ts'

/** Opens the booking wizard with what a booking says but for its date and time. */
export const useBookAgain = () => {
  const can = useCan()
  const open = useOpenDialog()
  // A door without its number is no place to book from.
  const placesMasked = useMasks().has('place')
  return {
    allowed: !placesMasked && bookAgainKeys.every((key) => can(key)),
    start: (id: number): void => open('TripBookingWizardDialog', 'create', id),
  }
}

/** Ctrl+Shift+D books the booking at hand again; null: there is none. */
export const useBookAgainKey = (atHand: () => number | null): void => {
  const { allowed, start } = useBookAgain()
  useKeyHints(bookAgainKeyHints)
  useHotkeys(
    [
      [
        'mod+shift+D',
        () => {
          const id = allowed ? atHand() : null
          if (id !== null) start(id)
        },
      ],
    ],
    [],
  )
}
