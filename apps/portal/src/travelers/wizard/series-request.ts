import type { BookingSeriesInput, SeriesPreview, SeriesPreviewInput } from '@ambit/contract'
import { instantOf } from '@ambit/domain'
import type { z } from 'zod'
import { endOf, patternOf } from '../../records/series/pattern.ts'
import type { BookingDraft, Repeat, WayBack } from '../booking-draft.ts'
import { searchBody } from './booking-request.ts'
import type { SearchBody } from './queries.ts'
import { dateAndTime } from './travel-time.ts'
import { backBody, isThereAndBack } from './way-back.ts'

export type SeriesBody = z.input<typeof SeriesPreviewInput>
export type NewSeries = z.input<typeof BookingSeriesInput>

/** The journey is made again and again. */
export const repeats = ({ repeat, changeOf }: Pick<BookingDraft, 'repeat' | 'changeOf'>): boolean =>
  repeat.form.choice !== 'none' && changeOf === null

const legOf = (body: SearchBody, timeZone: string): SeriesBody['legs'][number] => {
  const { departing, passengers, origin, destination, mobility_support, aids } = body
  return {
    time: dateAndTime(timeZone, body.traveling_at).time,
    departing,
    passengers,
    origin,
    destination,
    ...(mobility_support === undefined ? {} : { mobility_support }),
    ...(aids === undefined ? {} : { aids }),
  }
}

/** What a draft asks to be made again and again, by the clocks that it is written with; null while something is missing. */
export const seriesAsked = (draft: BookingDraft, back: WayBack, timeZone: string): SeriesBody | null => {
  const { traveling_at, leaveNow } = draft.bookingData
  const pattern = patternOf(draft.repeat.form)
  if (pattern === null || traveling_at === null || leaveNow) return null
  const now = new Date(traveling_at)
  const both = isThereAndBack({ ...draft, back })
  const [there, home] = [searchBody(draft, now), both ? backBody({ ...draft, back }, now) : null]
  if (there === null || (both && home === null)) return null
  return {
    traveler_id: draft.travelerId,
    zone_id: draft.tripZoneId,
    pattern,
    starts_on: dateAndTime(timeZone, traveling_at).date,
    ...endOf(draft.repeat.form),
    legs: [there, ...(home === null ? [] : [home])].map((body) => legOf(body, timeZone)),
    left_out: draft.repeat.left_out,
    added: draft.repeat.added,
  }
}

/** The first date whose way there is not left out; null: none of the next. */
export const firstRide = ({ dates }: SeriesPreview): string | null =>
  dates.find(({ left_out }) => left_out[0] === null)?.date ?? null

/** When trips are looked for where the first ride is not on the travel date. */
export const firstMoments = ({ starts_on, legs }: SeriesBody, date: string, timeZone: string): Repeat['first'] => {
  const [there, back] = legs.map(({ time }) => instantOf(date, time, timeZone).toISOString())
  return date === starts_on || there === undefined ? null : { there, back: back ?? null }
}

/** The draft as trips are looked for: on the date of the first ride. */
export const onFirstDate = (draft: BookingDraft): BookingDraft => {
  const { repeat, bookingData, back } = draft
  const { first } = repeat
  if (!repeats(draft) || first === null) return draft
  return {
    ...draft,
    bookingData: { ...bookingData, traveling_at: first.there },
    back: first.back === null ? back : { ...back, traveling_at: first.back },
  }
}
