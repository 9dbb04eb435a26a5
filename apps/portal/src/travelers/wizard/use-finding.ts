import type { Reason } from '@ambit/contract'
import { useState } from 'react'
import { serverClock } from '../../settings/use-now.ts'
import type { BookingData, BookingDraft } from '../booking-draft.ts'
import { changeDraft } from '../drafts.ts'
import { askInstead } from './ask-instead.ts'
import { atTime, missingFields, searchBody, withChange } from './booking-request.ts'
import type { Said } from './OtherRide.tsx'
import { onward } from './legs.ts'
import { startSearch } from './run-search.ts'
import { onFirstDate } from './series-request.ts'
import type { ShownRepeat } from './use-repeat.ts'
import type { ShownWayBack } from './use-way-back.ts'
import { isToBeCalled, movedWith, openReturnBody } from './way-back.ts'

type Options = {
  draft: BookingDraft
  way: ShownWayBack
  repeat: ShownRepeat
  /** when the search that found nothing asked to travel; null: there is none */
  askedAt: string | null
  onChange: (data: BookingData) => void
}

type FoundWith = Partial<Said & Pick<BookingDraft, 'wishedAt'>>

/** Looks for trips for what the form says, for all legs. */
export const useFinding = ({ draft, way, repeat, askedAt, onChange }: Options) => {
  const { uuid, bookingData: data } = draft
  const [asked, setAsked] = useState(false)
  const find = (from: BookingData, overrideReason = '', said: FoundWith = {}): void => {
    setAsked(true)
    const changed = {
      overrideReason,
      back: movedWith(way.said, data, from),
      repeat: { ...draft.repeat, first: repeat.first },
    }
    changeDraft(uuid, changed)
    const next = onFirstDate({ ...draft, ...said, bookingData: from, ...changed })
    const now = serverClock.now()
    const [body, further] = [searchBody(next, now), onward(next, now)]
    if (body === null || Object.keys(missingFields(from)).length > 0 || further === null) return
    if (isToBeCalled(next) && openReturnBody(next, now) === null) return
    startSearch(uuid, body, further)
  }
  const instead = (next: BookingData): void => {
    // Another date or time of a series: its dates are looked up before a trip is looked for.
    if (repeat.active) return onChange(next)
    const changed = askInstead({ ...draft, back: way.said }, next, askedAt)
    changeDraft(uuid, changed)
    find(next, '', changed)
  }
  const apply = (reason: Reason): void => {
    const next = withChange(data, reason)
    if (next !== null) instead(next)
  }
  const takeTime = (traveling_at: string): void => instead(atTime(data, traveling_at))
  /** what is missing is said once trips were asked for */
  return { asked, find, apply, takeTime }
}
