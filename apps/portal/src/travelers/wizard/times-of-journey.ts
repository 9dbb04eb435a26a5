import { serverClock } from '../../settings/use-now.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { changeDraft } from '../drafts.ts'
import { askInstead } from './ask-instead.ts'
import { atTime, searchBody } from './booking-request.ts'
import { startSearch } from './run-draft.ts'
import { backBody } from './way-back.ts'

/** Takes another time for one way of a journey: both ways are searched again. `askedAt`: of the way there. */
export const timesOfJourney = (draft: BookingDraft, askedAt: string) => {
  const search = (change: Partial<BookingDraft>): void => {
    // A search would cut off the call that confirms.
    if (draft.loading) return
    const next = { ...draft, ...change }
    const now = serverClock.now()
    const [there, back] = [searchBody(next, now), backBody(next, now)]
    if (there === null || back === null) return
    changeDraft(draft.uuid, { ...change, step: 0 })
    startSearch(draft.uuid, there, back)
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
