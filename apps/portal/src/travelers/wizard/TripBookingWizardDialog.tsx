import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { travelerRecords } from '../../records/travelers.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { useDialog } from '../../dialogs/stack.ts'
import { serverClock } from '../../settings/use-now.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { BookingDraft } from '../booking-draft.ts'
import { markRead, removeDraft, useDrafts } from '../drafts.ts'
import { Booked } from './Booked.tsx'
import { CreateBooking } from './CreateBooking.tsx'
import { resume } from './run-draft.ts'
import { SelectTrip } from './SelectTrip.tsx'
import { wizardStrings as words } from './strings.ts'
import classes from './TripBookingWizardDialog.module.css'

/** The two steps of a booking. The draft in the browser's storage is its only state: closing loses nothing. */
const TripBookingWizardDialog = () => {
  const { id, close } = useDialog()
  const draft = useDrafts().find(({ uuid }) => uuid === id)
  if (draft === undefined)
    return (
      <DialogFrame title={words.plainTitle}>
        <EmptyState title={words.gone} action={<Button onClick={close}>{words.close}</Button>} />
      </DialogFrame>
    )
  return <Wizard draft={draft} />
}
export default TripBookingWizardDialog

const Wizard = ({ draft }: { draft: BookingDraft }) => {
  const { close } = useDialog()
  const traveler = useQuery(travelerRecords.one(draft.travelerId))
  const { uuid, lastUpdatedAt } = draft
  // What happens to the draft while its dialog is open is read.
  useEffect(() => markRead(uuid, lastUpdatedAt), [uuid, lastUpdatedAt])
  useEffect(() => resume(draft, serverClock.now()), [draft])
  // A booked draft has done its work: it goes when its dialog does.
  const booked = draft.status === 'booked'
  useEffect(() => (booked ? () => removeDraft(uuid) : undefined), [booked, uuid])
  return (
    <Loaded query={traveler} title={words.plainTitle}>
      {(record) => {
        const discard = (): void => {
          close()
          removeDraft(uuid)
        }
        return (
          <DialogFrame
            title={words.title(record.full_name, record.id)}
            status={booked ? null : <Steps current={draft.step} />}
          >
            {booked && draft.serviceRequestId !== null ? (
              <Booked id={draft.serviceRequestId} draft={draft} />
            ) : draft.step === 1 && draft.serviceAvailabilitySearchId !== null ? (
              <SelectTrip draft={draft} searchId={draft.serviceAvailabilitySearchId} />
            ) : (
              <CreateBooking draft={draft} onDiscard={discard} />
            )}
          </DialogFrame>
        )
      }}
    </Loaded>
  )
}

const Steps = ({ current }: { current: 0 | 1 }) => (
  <ol className={classes['steps']} aria-label={words.stepsLabel}>
    {words.steps.map((step, index) => (
      <li key={step} aria-current={index === current ? 'step' : undefined}>
        <span className="numbers">{index + 1}</span>
        {step}
      </li>
    ))}
  </ol>
)
