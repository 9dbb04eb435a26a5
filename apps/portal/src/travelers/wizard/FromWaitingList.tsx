import type { ServiceAvailabilitySearch, WaitlistEntry } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dialogRef } from '../../dialogs/dialog-ref.ts'
import { DialogSkeleton } from '../../dialogs/DialogSkeleton.tsx'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { useDialogStack } from '../../dialogs/stack.ts'
import { waitlistRecords } from '../../records/waitlist-entries.ts'
import { addDraft } from '../drafts.ts'
import { searchedFor } from './booking-to-change.ts'
import { searchQuery } from './queries.ts'
import { wizardStrings as words } from './strings.ts'

/** Begins a draft with what an entry of the waiting list asks for, and gives its place to the draft's wizard. */
export const FromWaitingList = ({ id }: { id: number }) => (
  <Loaded query={useQuery(waitlistRecords.one(id))} title={words.plainTitle}>
    {(entry) => <Searched entry={entry} />}
  </Loaded>
)

const Searched = ({ entry }: { entry: WaitlistEntry }) => (
  <Loaded query={useQuery(searchQuery(entry.service_availability_search_id))} title={words.plainTitle}>
    {(search) => <Begun entry={entry} search={search} />}
  </Loaded>
)

const Begun = ({ entry, search }: { entry: WaitlistEntry; search: ServiceAvailabilitySearch }) => {
  const { change } = useDialogStack()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    // What worked when the passenger was to be asked is looked for first.
    const bookingData = searchedFor(search, entry.fits_at ?? entry.traveling_at)
    const wishedAt = bookingData.traveling_at === entry.traveling_at ? null : entry.traveling_at
    const { uuid } = addDraft({ id: entry.traveler_id, handicapped: false }, entry.zone_id, { bookingData, wishedAt })
    const wizard = dialogRef('TripBookingWizardDialog', 'booking', uuid)
    change(
      (stack) => [...stack.filter(({ name, mode }) => name !== 'TripBookingWizardDialog' || mode !== 'view'), wizard],
      true,
    )
  }, [entry, search, change])
  return <DialogSkeleton />
}
