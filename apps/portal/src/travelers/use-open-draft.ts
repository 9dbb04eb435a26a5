import { useOpenDialog } from '../dialogs/stack.ts'
import type { BookingDraft } from './booking-draft.ts'

/** Opens the wizard where a draft was left: a change by its booking, a new booking by the draft. */
export const useOpenDraft = () => {
  const open = useOpenDialog()
  return ({ uuid, changeOf }: Pick<BookingDraft, 'uuid' | 'changeOf'>): void =>
    changeOf === null
      ? open('TripBookingWizardDialog', 'booking', uuid)
      : open('TripBookingWizardDialog', 'edit', changeOf)
}
