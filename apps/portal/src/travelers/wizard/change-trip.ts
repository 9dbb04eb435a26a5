import type { Place } from '@ambit/contract'
import { serverClock } from '../../settings/use-now.ts'
import type { BookingData, BookingDraft, Repeat, WayBack } from '../booking-draft.ts'
import { changeDraft, draftOf } from '../drafts.ts'
import { isSamePoint } from './booking-request.ts'
import { stopSearch } from './run-search.ts'
import { inTimeZone } from './trip-zone.ts'

export type TripChange = {
  data?: Partial<BookingData>
  chosen?: Partial<Pick<BookingDraft, 'tripRegionId' | 'tripZoneId'>>
}

/** The draft asks something else now: what went wrong with the last search, and what was said of other rides, was of another question. */
const anotherQuestion = ({ status }: BookingDraft) => ({
  status: status === 'error' ? ('not started' as const) : status,
  serviceAvailabilitySearchId: null,
  errorMessage: null,
  inTheWay: null,
  besides: [],
  overlapReason: '',
})

/** Ends a search that runs, as it answers another question now. */
const beforeChange = (uuid: string): BookingDraft | undefined => {
  if (draftOf(uuid)?.loading === true) stopSearch(uuid)
  return draftOf(uuid)
}

export const changeWayBack = (uuid: string, change: Partial<WayBack>): void => {
  const before = beforeChange(uuid)
  if (before !== undefined) changeDraft(uuid, { ...anotherQuestion(before), back: { ...before.back, ...change } })
}

export const changeStops = (uuid: string, change: Partial<Pick<BookingDraft, 'stops' | 'back'>>): void => {
  const before = beforeChange(uuid)
  if (before !== undefined) changeDraft(uuid, { ...anotherQuestion(before), ...change })
}

export const changeRepeat = (uuid: string, change: Partial<Repeat>): void => {
  const before = beforeChange(uuid)
  if (before !== undefined) changeDraft(uuid, { ...anotherQuestion(before), repeat: { ...before.repeat, ...change } })
}

export const changeTrip = (
  uuid: string,
  { data = {}, chosen = {} }: TripChange,
  timeZoneOf: (draft: BookingDraft) => string,
): void => {
  const before = beforeChange(uuid)
  if (before === undefined) return
  const after = { ...before, ...chosen, bookingData: { ...before.bookingData, ...data } }
  const atAnotherTime = 'traveling_at' in data || 'departing' in data || 'leaveNow' in data
  changeDraft(uuid, {
    ...chosen,
    ...(atAnotherTime ? { wishedAt: null } : {}),
    bookingData:
      data.traveling_at === undefined
        ? inTimeZone(after.bookingData, timeZoneOf(before), timeZoneOf(after), serverClock.now())
        : after.bookingData,
    ...anotherQuestion(before),
  })
}

/** Gives a place the name that was found for it, if it is still there. */
export const nameEnd = (uuid: string, end: 'origin' | 'destination', place: Place): void => {
  const data = draftOf(uuid)?.bookingData
  const point = data?.[end]?.point
  if (data === undefined || point === undefined || !isSamePoint(point, place.point)) return
  changeDraft(uuid, { bookingData: { ...data, [end]: place } })
}
