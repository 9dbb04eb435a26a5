import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCan } from '../../auth/permissions.ts'
import { refusedFields } from '../../form/server-errors.ts'
import { patternProblems } from '../../records/series/pattern.ts'
import type { BookingDraft, Repeat } from '../booking-draft.ts'
import { seriesPreviewQuery } from './series-queries.ts'
import { firstMoments, firstRide, repeats, seriesAsked } from './series-request.ts'
import { seriesWizardStrings as words } from './series-strings.ts'
import { dateAndTime } from './travel-time.ts'
import type { ShownWayBack } from './use-way-back.ts'

/** The pattern of a draft with its next dates. */
export const useRepeat = (draft: BookingDraft, way: ShownWayBack, timeZone: string) => {
  const allowed =
    useCan()('TravellerManagement:series:canCreate') && draft.changeOf === null && draft.openReturnId === null
  const active = allowed && repeats(draft)
  const { traveling_at, leaveNow } = draft.bookingData
  const startsOn = traveling_at === null || leaveNow ? null : dateAndTime(timeZone, traveling_at).date
  const problems = patternProblems(draft.repeat.form, startsOn)
  const asked = active && Object.keys(problems).length === 0 ? seriesAsked(draft, way.said, timeZone) : null
  const preview = useQuery({
    ...seriesPreviewQuery(asked),
    enabled: asked !== null && !way.pending,
    placeholderData: keepPreviousData,
  })
  const found = asked === null ? null : (preview.data ?? null)
  const date = found === null ? null : firstRide(found)
  const otherDay =
    way.choice === 'timed' &&
    way.data.traveling_at !== null &&
    dateAndTime(timeZone, way.data.traveling_at).date !== startsOn
  const called = way.choice === 'open'
  const first: Repeat['first'] = asked === null || date === null ? null : firstMoments(asked, date, timeZone)
  return {
    allowed,
    active,
    startsOn,
    problems: { ...problems, ...refused(preview.error) },
    preview,
    found,
    first,
    /** why there is nothing to be looked for, besides what the fields say */
    trouble: called
      ? words.openReturn
      : otherDay
        ? words.anotherDay
        : found !== null && date === null
          ? words.noRide
          : null,
    ready: !active || (!preview.isPlaceholderData && date !== null && !otherDay && !called),
  }
}
export type ShownRepeat = ReturnType<typeof useRepeat>

const fields = ['every', 'weekdays', 'ends_on', 'ride_count'] as const

/** What the server says of single fields. */
const refused = (error: Error | null): Partial<Record<(typeof fields)[number], string>> => {
  const said = [...(refusedFields(error) ?? [])]
  return Object.fromEntries(
    fields.flatMap((field) => {
      const entry = said.find(([pointer]) => pointer.endsWith(`/${field}`))
      return entry === undefined ? [] : [[field, entry[1]]]
    }),
  )
}
