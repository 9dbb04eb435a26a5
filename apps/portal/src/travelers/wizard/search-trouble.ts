import type { ServiceAvailabilitySearch } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import type { BookingDraft } from '../booking-draft.ts'
import { searchQuery } from './queries.ts'
import { wizardStrings as words } from './strings.ts'

/** Why there is no trip: a search that found none, or one that could not be made. */
export type SearchTrouble = { kind: 'search'; search: ServiceAvailabilitySearch } | { kind: 'failure'; message: string }

/** What went wrong with the last search of a draft; null: nothing, or not known yet. */
export const useSearchTrouble = (draft: BookingDraft): SearchTrouble | null => {
  const { status, errorMessage: message, serviceAvailabilitySearchId: id } = draft
  const failed = status === 'error'
  const search = useQuery({ ...searchQuery(id ?? 0), enabled: failed && message === null && id !== null })
  if (!failed) return null
  if (message !== null) return { kind: 'failure', message }
  if (search.data !== undefined) return { kind: 'search', search: search.data }
  return search.isError || id === null ? { kind: 'failure', message: words.noService } : null
}
