import type { Place } from '@ambit/contract'
import { serverClock } from '../../settings/use-now.ts'
import type { BookingData, BookingDraft } from '../booking-draft.ts'
import { changeDraft, draftOf } from '../drafts.ts'
import { isSamePoint } from './booking-request.ts'
import { stopSearch } from './run-draft.ts'
import { inTimeZone } from './trip-zone.ts'

export type TripChange = {
  data?: Partial<BookingData>
  chosen?: Partial<Pick<BookingDraft, 'tripRegionId' | 'tripZoneId'>>
}

/** A search that runs answers another question now, and what went wrong with the last one is no longer true. */
export const changeTrip = (
  uuid: string,
  { data = {}, chosen = {} }: TripChange,
  timeZoneOf: (draft: BookingDraft) => string,
): void => {
  if (draftOf(uuid)?.loading === true) stopSearch(uuid)
  const before = draftOf(uuid)
  if (before === undefined) return
  const after = { ...before, ...chosen, bookingData: { ...before.bookingData, ...data } }
  changeDraft(uuid, {
    ...chosen,
    bookingData:
      data.traveling_at === undefined
        ? inTimeZone(after.bookingData, timeZoneOf(before), timeZoneOf(after), serverClock.now())
        : after.bookingData,
    status: before.status === 'error' ? 'not started' : before.status,
    serviceAvailabilitySearchId: null,
    errorMessage: null,
    // What was said of other rides was said of another question.
    inTheWay: null,
    besides: [],
    overlapReason: '',
  })
}

/** Gives a place the name that was found for it, if it is still there. */
export const nameEnd = (uuid: string, end: 'origin' | 'destination', place: Place): void => {
  const data = draftOf(uuid)?.bookingData
  const point = data?.[end]?.point
  if (data === undefined || point === undefined || !isSamePoint(point, place.point)) return
  changeDraft(uuid, { bookingData: { ...data, [end]: place } })
}
