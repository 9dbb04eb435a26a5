import type { BookingData, BookingDraft } from '../booking-draft.ts'
import { wishOf } from './booking-request.ts'
import { movedWith } from './way-back.ts'

/**
 * What a draft becomes where another time, place or number of people is taken instead: a suggested return moves along,
 * and what was said to get past a rule or another ride was said of the question before. `askedAt` is when the search
 * before asked to travel; null: there was none.
 */
export const askInstead = (
  draft: Pick<BookingDraft, 'bookingData' | 'wishedAt' | 'back'>,
  bookingData: BookingData,
  askedAt: string | null,
) =>
  ({
    bookingData,
    wishedAt: wishOf(draft, bookingData, askedAt),
    back: movedWith(draft.back, draft.bookingData, bookingData),
    overrideReason: '',
    besides: [],
    overlapReason: '',
  }) satisfies Partial<BookingDraft>
