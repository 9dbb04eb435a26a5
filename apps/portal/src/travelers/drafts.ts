import { useMemo, useSyncExternalStore } from 'react'
import { freshKey } from '../api/fresh-key.ts'
import { me, useMe } from '../auth/use-me.ts'
import { type BookingDraft, DRAFTS_KEY, newDraft, readDrafts } from './booking-draft.ts'

// Drafts are kept by this browser, for all who sign in on it, and so is the clock that they age by: a demo's may run
// sixty times as fast.
let drafts: readonly BookingDraft[] = readDrafts(localStorage.getItem(DRAFTS_KEY), new Date())
const listeners = new Set<() => void>()

const become = (next: readonly BookingDraft[], keep = true): void => {
  drafts = next
  if (keep) localStorage.setItem(DRAFTS_KEY, JSON.stringify(next))
  for (const listener of listeners) listener()
}

// Another tab of the same browser writes the same list.
addEventListener('storage', (event) => {
  if (event.key === DRAFTS_KEY) become(readDrafts(event.newValue, new Date()), false)
})

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isOf = ({ owner }: BookingDraft, user: number | null): boolean => owner === null || owner === user

/** The user's own drafts. What is others' is neither shown nor touched. */
export const useDrafts = (): readonly BookingDraft[] => {
  const user = useMe()
  const all = useSyncExternalStore(subscribe, () => drafts)
  return useMemo(() => all.filter((draft) => isOf(draft, user)), [all, user])
}

const isOwn = (draft: BookingDraft, uuid: string): boolean => draft.uuid === uuid && isOf(draft, me())

/** The user's draft as it is now, for what comes later than the drawing that asked for it. */
export const draftOf = (uuid: string): BookingDraft | undefined => drafts.find((draft) => isOwn(draft, uuid))

type Begun = Partial<
  Pick<
    BookingDraft,
    | 'bookingData'
    | 'changeOf'
    | 'comment'
    | 'pickup_note'
    | 'dropoff_note'
    | 'errorMessage'
    | 'openReturnId'
    | 'serviceAvailabilitySearchId'
    | 'serviceOfferingId'
    | 'status'
    | 'step'
    | 'wishedAt'
  >
>

export const addDraft = (
  traveler: Parameters<typeof newDraft>[1],
  zoneId: number | null,
  begun: Begun = {},
): BookingDraft => {
  const now = new Date()
  const draft = { ...newDraft(freshKey(), traveler, zoneId, now), ...begun, owner: me() }
  become([...readDrafts(JSON.stringify(drafts), now), draft])
  return draft
}

const replace = (uuid: string, next: (draft: BookingDraft) => BookingDraft): void =>
  become(drafts.map((draft) => (isOwn(draft, uuid) ? next(draft) : draft)))

/** A note goes with the place that it was written for. */
const notesLeft = (
  { bookingData }: BookingDraft,
  { bookingData: next }: Partial<BookingDraft>,
): Partial<BookingDraft> => {
  if (next === undefined) return {}
  const isOther = (end: 'origin' | 'destination'): boolean => bookingData[end]?.point.join() !== next[end]?.point.join()
  return {
    ...(isOther('origin') ? { pickup_note: null } : {}),
    ...(isOther('destination') ? { dropoff_note: null } : {}),
  }
}

export const changeDraft = (uuid: string, change: Partial<BookingDraft>): void =>
  replace(uuid, (draft) => ({
    ...draft,
    lastUpdatedAt: new Date().toISOString(),
    ...notesLeft(draft, change),
    ...change,
  }))

/** The user has seen the draft as it was at a time. */
export const markRead = (uuid: string, lastReadAt: string): void => replace(uuid, (draft) => ({ ...draft, lastReadAt }))

export const removeDraft = (uuid: string): void => become(drafts.filter((draft) => !isOwn(draft, uuid)))
