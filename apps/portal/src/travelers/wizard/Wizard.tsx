import type { ServiceRequest } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { useDialog } from '../../dialogs/stack.ts'
import { travelerRecords } from '../../records/travelers.ts'
import { serverClock } from '../../settings/use-now.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { markRead, removeDraft } from '../drafts.ts'
import { Booked } from './Booked.tsx'
import { BookedJourney } from './BookedJourney.tsx'
import { BookedSeries } from './BookedSeries.tsx'
import { CalledNote } from './CalledNote.tsx'
import { ChangeNote } from './ChangeNote.tsx'
import { ChangeScope } from './ChangeScope.tsx'
import { CreateBooking } from './CreateBooking.tsx'
import { isJourney } from './legs.ts'
import { resume } from './run-draft.ts'
import { SelectJourney } from './SelectJourney.tsx'
import { SelectSeries } from './SelectSeries.tsx'
import { SelectTrip } from './SelectTrip.tsx'
import { repeats } from './series-request.ts'
import { wizardStrings as words } from './strings.ts'
import { isToBeCalled } from './way-back.ts'
import classes from './Wizard.module.css'

type Props = {
  draft: BookingDraft
  /** the booking to change, as it is now; null for a new one */
  booking: ServiceRequest | null
}

/** The two steps of a booking. The draft in the browser's storage is its only state: closing loses nothing. */
export const Wizard = ({ draft, booking }: Props) => {
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
            title={
              booking === null
                ? words.title(record.full_name, record.id)
                : words.changing.title(booking.id, record.full_name)
            }
            status={booked ? null : <Steps current={draft.step} changing={booking !== null} />}
            summary={
              !booked &&
              (booking !== null ? (
                <ChangeNote
                  booking={booking}
                  scope={
                    booking.series !== null &&
                    draft.step === 0 && <ChangeScope series={booking.series} onLeave={() => removeDraft(uuid)} />
                  }
                />
              ) : (
                draft.openReturnId !== null && <CalledNote id={draft.openReturnId} />
              ))
            }
          >
            {booked && draft.repeat.seriesId !== null ? (
              <BookedSeries id={draft.repeat.seriesId} comment={draft.comment.trim()} />
            ) : booked && draft.serviceRequestId !== null ? (
              <BookedWay id={draft.serviceRequestId} draft={draft} />
            ) : draft.step === 1 && draft.serviceAvailabilitySearchId !== null ? (
              <Select draft={draft} booking={booking} searchId={draft.serviceAvailabilitySearchId} />
            ) : (
              <CreateBooking draft={draft} traveler={record} booking={booking} onDiscard={discard} />
            )}
          </DialogFrame>
        )
      }}
    </Loaded>
  )
}

const Select = ({ draft, booking, searchId }: Props & { searchId: number }) => {
  if (repeats(draft)) return <SelectSeries draft={draft} searchId={searchId} />
  if (isJourney(draft)) return <SelectJourney draft={draft} />
  return <SelectTrip draft={draft} booking={booking} searchId={searchId} />
}

const BookedWay = ({ id, draft }: { id: number; draft: BookingDraft }) =>
  isJourney(draft) || isToBeCalled(draft) ? <BookedJourney draft={draft} /> : <Booked id={id} draft={draft} />

const Steps = ({ current, changing }: { current: 0 | 1; changing: boolean }) => (
  <ol className={classes['steps']} aria-label={words.stepsLabel}>
    {(changing ? words.changing.steps : words.steps).map((step, index) => (
      <li key={step} aria-current={index === current ? 'step' : undefined}>
        <span className="numbers">{index + 1}</span>
        {step}
      </li>
    ))}
  </ol>
)
