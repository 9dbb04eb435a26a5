import type { Reason, ServiceRequest } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useDialog } from '../../dialogs/stack.ts'
import type { Format } from '../../settings/create-format.ts'
import type { BookingData, BookingDraft } from '../booking-draft.ts'
import { changeDraft, removeDraft } from '../drafts.ts'
import { searchBody } from './booking-request.ts'
import { hasStops } from './legs.ts'
import { OtherRide, type Said } from './OtherRide.tsx'
import { OtherTimes } from './OtherTimes.tsx'
import { OverrideRules } from './OverrideRules.tsx'
import { SearchProblem } from './SearchProblem.tsx'
import type { SearchTrouble } from './search-trouble.ts'
import { seriesWizardStrings } from './series-strings.ts'
import { wizardStrings as words } from './strings.ts'
import type { ShownRepeat } from './use-repeat.ts'
import { WaitlistOffer } from './WaitlistOffer.tsx'

type Props = {
  draft: BookingDraft
  /** to change; null for a new one */
  booking: ServiceRequest | null
  trouble: SearchTrouble
  repeat: ShownRepeat
  /** with a way back */
  returns: boolean
  format: Format
  find: (from: BookingData, overrideReason?: string, said?: Partial<Said>) => void
  apply: (reason: Reason) => void
  takeTime: (traveling_at: string) => void
}

/** Why there is no trip, and what can be done: another question, the waiting list, or a series all the same. */
export const NoTrip = ({ draft, booking, trouble, repeat, returns, format, find, apply, takeTime }: Props) => {
  const { close } = useDialog()
  const { uuid, bookingData: data } = draft
  const search = trouble.kind === 'search' ? trouble.search : null
  return (
    <>
      <SearchProblem trouble={trouble} data={data} format={format} onApply={apply}>
        <OtherRide draft={draft} onAnyway={(said) => find(data, draft.overrideReason, said)} />
        <OverrideRules search={search} onSearch={(reason) => find(data, reason)} />
      </SearchProblem>
      {search !== null && !repeat.active && (
        <OtherTimes
          body={searchBody(draft, new Date(search.traveling_at))}
          data={draft.bookingData}
          busy={draft.loading}
          format={format}
          atOnce
          onTake={takeTime}
        />
      )}
      {repeat.active && search !== null && (
        <Button variant="default" onClick={() => changeDraft(uuid, { step: 1, status: 'enteredTrip' })}>
          {seriesWizardStrings.anyway}
        </Button>
      )}
      {booking === null && draft.openReturnId === null && !repeat.active && !hasStops(draft) && (
        <WaitlistOffer
          search={search}
          format={format}
          note={returns ? words.waitlist.thereAlone : null}
          onDone={() => {
            removeDraft(uuid)
            close()
          }}
        />
      )}
    </>
  )
}
