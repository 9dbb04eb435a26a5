import { serverClock } from '../../settings/use-now.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { changeDraft } from '../drafts.ts'
import { askInstead } from './ask-instead.ts'
import { atTime, searchBody } from './booking-request.ts'
import { onward } from './legs.ts'
import { startSearch } from './run-search.ts'

/** Takes another time for one way of a journey: all are searched again. `askedAt`: of the first. */
export const timesOfJourney = (draft: BookingDraft, askedAt: string) => {
  const search = (change: Partial<BookingDraft>): void => {
    // A search would cut off the call that confirms.
    if (draft.loading) return
    const next = { ...draft, ...change }
    const now = serverClock.now()
    const [first, further] = [searchBody(next, now), onward(next, now)]
    if (first === null || further === null) return
    changeDraft(draft.uuid, { ...change, step: 0 })
    startSearch(draft.uuid, first, further)
  }
  return {
    there: (traveling_at: string): void => search(askInstead(draft, atTime(draft.bookingData, traveling_at), askedAt)),
    back: (traveling_at: string): void =>
      search({
        ...askInstead(draft, draft.bookingData, askedAt),
        back: { ...draft.back, traveling_at, suggested_at: null },
      }),
  }
}
