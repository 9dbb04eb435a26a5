import { Button } from '@mantine/core'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { useDialog } from '../../dialogs/stack.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useDrafts } from '../drafts.ts'
import { BookAgain } from './BookAgain.tsx'
import { ChangeBooking } from './ChangeBooking.tsx'
import { FromWaitingList } from './FromWaitingList.tsx'
import { wizardStrings as words } from './strings.ts'
import { Wizard } from './Wizard.tsx'

/** A new booking by its draft, or by its entry of the waiting list; or, by a booking, its change or a new one that says the same. */
const TripBookingWizardDialog = () => {
  const { mode, id } = useDialog()
  if (mode === 'create') return <BookAgain id={Number(id)} />
  if (mode === 'view') return <FromWaitingList id={Number(id)} />
  return mode === 'edit' ? <ChangeBooking id={Number(id)} /> : <NewBooking />
}
export default TripBookingWizardDialog

const NewBooking = () => {
  const { id, close } = useDialog()
  const draft = useDrafts().find(({ uuid, changeOf }) => uuid === id && changeOf === null)
  if (draft === undefined)
    return (
      <DialogFrame title={words.plainTitle}>
        <EmptyState title={words.gone} action={<Button onClick={close}>{words.close}</Button>} />
      </DialogFrame>
    )
  return <Wizard draft={draft} booking={null} />
}
