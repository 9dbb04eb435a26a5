import type { ServiceAvailabilitySearch } from '@ambit/contract'
import { freshKey } from '../../api/fresh-key.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { changeDraft, draftOf } from '../drafts.ts'
import { hasStops, legsOf, type Onward, withLegs } from './legs.ts'
import { askForTrips, finished, type SearchBody, showSearch } from './queries.ts'
import { inTheWayOf, reasonOf } from './refused.ts'
import { abort, begin, end } from './running.ts'
import { wizardStrings as words } from './strings.ts'

const notFound = { searchId: null, offeringId: null }

/** The draft remembers the search, and what came of it if no later search was begun. Answers its key. */
const beginSearch = (uuid: string, change: Partial<BookingDraft>): string => {
  const searchKey = freshKey()
  changeDraft(uuid, { ...change, loading: true, searchKey, inTheWay: null })
  return searchKey
}

/** Asks for trips, for the further legs as well: a way back at once, a leg after a stay once the one before is found. */
export const startSearch = (uuid: string, body: SearchBody, further: readonly Onward[]): void => {
  const draft = draftOf(uuid)
  if (draft === undefined) return
  const searchKey = beginSearch(uuid, {
    status: 'enteredTrip',
    errorMessage: null,
    serviceAvailabilitySearchId: null,
    serviceOfferingId: null,
    back: { ...draft.back, ...notFound },
    stops: draft.stops.map((stop) => ({ ...stop, ...notFound })),
  })
  const ask = async (signal: AbortSignal): Promise<ServiceAvailabilitySearch> => {
    const search = await askForTrips(body, signal)
    if (draftOf(uuid)?.searchKey === searchKey) changeDraft(uuid, { serviceAvailabilitySearchId: search.id })
    return finished(search, signal)
  }
  void follow(uuid, searchKey, { from: 0, ask, further })
}

/** Asks for the legs after one again, as its trips are others now: those before stay chosen. */
export const searchOn = (
  uuid: string,
  from: number,
  found: ServiceAvailabilitySearch,
  further: readonly Onward[],
): void => {
  const draft = draftOf(uuid)
  if (draft === undefined || further.length === 0) return
  const cleared = withLegs(
    draft,
    further.map(() => notFound),
    from + 1,
  )
  const searchKey = beginSearch(uuid, cleared)
  void follow(uuid, searchKey, { from, ask: () => Promise.resolve(found), further })
}

/** Takes up a search of one leg that an earlier page began. */
export const resumeSearch = (uuid: string, searchKey: string, searchId: number): void =>
  void follow(uuid, searchKey, {
    from: 0,
    ask: async (signal) => finished(await showSearch(searchId, signal), signal),
    further: [],
  })

export const stopSearch = (uuid: string): void => {
  abort(uuid)
  changeDraft(uuid, { status: 'not started', loading: false, searchKey: null })
}

/** What was found for a further leg, or why it could not be asked for: that says nothing of the legs before. */
type Found = { search: ServiceAvailabilitySearch } | { failed: unknown }

type Seeking = {
  /** the leg that `ask` is for, from 0 on */
  from: number
  ask: (signal: AbortSignal) => Promise<ServiceAvailabilitySearch>
  further: readonly Onward[]
}

const follow = async (uuid: string, searchKey: string, { from, ask, further }: Seeking): Promise<void> => {
  const controller = begin(uuid)
  const { signal } = controller
  const settle = (change: (draft: BookingDraft) => Partial<BookingDraft>): void => {
    const draft = draftOf(uuid)
    if (draft?.searchKey === searchKey) changeDraft(uuid, { ...change(draft), loading: false, searchKey: null })
  }
  try {
    const first = ask(signal)
    const legs = furtherLegs(first, further, signal)
    const [found, others] = [await first, await Promise.all(legs)]
    if (!signal.aborted) settle((draft) => outcome(draft, from, found, others))
  } catch (error) {
    if (signal.aborted) return
    settle(() => ({ status: 'error', errorMessage: reasonOf(error, words.noService), inTheWay: inTheWayOf(error) }))
  } finally {
    end(uuid, controller)
  }
}

/** Each is asked for as soon as what it waits for is known. None of these promises fails. */
const furtherLegs = (
  first: Promise<ServiceAvailabilitySearch>,
  further: readonly Onward[],
  signal: AbortSignal,
): Promise<Found>[] => {
  let before = first
  return further.map((bodyAfter) => {
    const search = bodyAfter(before)
      .then((body) => askForTrips(body, signal))
      .then((found) => finished(found, signal))
    before = search
    return search.then(
      (found) => ({ search: found }),
      (failed: unknown) => ({ failed }),
    )
  })
}

const outcome = (
  draft: BookingDraft,
  from: number,
  first: ServiceAvailabilitySearch,
  further: readonly Found[],
): Partial<BookingDraft> => {
  if (first.status !== 'offerings_available') return { status: 'error' }
  const found = [{ search: first }, ...further].map((one) =>
    'search' in one ? { searchId: one.search.id, offeringId: one.search.service_offerings[0]?.id ?? null } : {},
  )
  const chosen = withLegs(draft, found, from)
  for (const [index, one] of further.entries()) {
    const why = problemOf(draft, one)
    const leg = legsOf(draft)[from + 1 + index]
    if (why === null || leg === undefined) continue
    const inTheWay = 'failed' in one ? inTheWayOf(one.failed) : null
    return { ...chosen, status: 'error', errorMessage: words.back.problem(leg.title, why), inTheWay }
  }
  return { ...chosen, step: 1, status: 'offerings available' }
}

/** Why what was found for a further leg is not shown beside the others; null: it is. A way there may be booked without its way back, no leg of a ride with stops. */
const problemOf = (draft: BookingDraft, found: Found): string | null => {
  if ('failed' in found) return reasonOf(found.failed, words.noService)
  const { service_offerings: offers, message } = found.search
  return hasStops(draft) && offers.length === 0 ? (message ?? words.noService) : null
}
