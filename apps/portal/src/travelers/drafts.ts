import { useSyncExternalStore } from 'react'
import { freshKey } from '../api/fresh-key.ts'
import { serverClock } from '../settings/use-now.ts'
import { type BookingDraft, DRAFTS_KEY, newDraft, readDrafts } from './booking-draft.ts'

let drafts: readonly BookingDraft[] = readDrafts(localStorage.getItem(DRAFTS_KEY), serverClock.now())
const listeners = new Set<() => void>()

const become = (next: readonly BookingDraft[], keep = true): void => {
  drafts = next
  if (keep) localStorage.setItem(DRAFTS_KEY, JSON.stringify(next))
  for (const listener of listeners) listener()
}

// Another tab of the same browser writes the same list.
addEventListener('storage', (event) => {
  if (event.key === DRAFTS_KEY) become(readDrafts(event.newValue, serverClock.now()), false)
})

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDrafts = (): readonly BookingDraft[] => useSyncExternalStore(subscribe, () => drafts)

export const addDraft = (traveler: { id: number; handicapped: boolean }, zoneId: number | null): BookingDraft => {
  const now = serverClock.now()
  const draft = newDraft(freshKey(), traveler, zoneId, now)
  become([...readDrafts(JSON.stringify(drafts), now), draft])
  return draft
}

export const changeDraft = (uuid: string, change: Partial<BookingDraft>): void =>
  become(
    drafts.map((draft) =>
      draft.uuid === uuid ? { ...draft, lastUpdatedAt: serverClock.now().toISOString(), ...change } : draft,
    ),
  )

export const removeDraft = (uuid: string): void => become(drafts.filter((draft) => draft.uuid !== uuid))
