import { useCan } from '../../auth/permissions.ts'
import { refusedFields } from '../../form/server-errors.ts'
import { patternProblems } from '../../records/series/pattern.ts'
import type { BookingDraft, Repeat } from '../booking-draft.ts'
import { firstMoments, firstRide, repeats } from './series-request.ts'
import { seriesWizardStrings as words } from './series-strings.ts'
import { dateAndTime } from './travel-time.ts'
import { useSeriesPreview } from './use-series-preview.ts'
import type { ShownWayBack } from './use-way-back.ts'

/** The pattern of a draft with its next dates; `guessed` is the time zone of its places as far as it is known. */
export const useRepeat = (draft: BookingDraft, way: ShownWayBack, guessed: string) => {
  const allowed =
    useCan()('TravellerManagement:series:canCreate') && draft.changeOf === null && draft.openReturnId === null
  const active = allowed && repeats(draft)
  const { traveling_at, leaveNow } = draft.bookingData
  const dayOf = (at: string | null, timeZone: string): string | null =>
    at === null ? null : dateAndTime(timeZone, at).date
  const startOf = (timeZone: string) => (leaveNow ? null : dayOf(traveling_at, timeZone))
  const problems = patternProblems(draft.repeat.form, startOf(guessed))
  const possible = active && Object.keys(problems).length === 0
  const { preview, settled, ...series } = useSeriesPreview({
    draft,
    back: way.said,
    timeZone: guessed,
    enabled: possible && !way.pending,
  })
  const { timeZone } = series
  const startsOn = startOf(timeZone)
  const asked = possible ? series.asked : null
  const found = asked === null ? null : (preview.data ?? null)
  const date = found === null ? null : firstRide(found)
  const otherDay =
    way.choice === 'timed' && way.data.traveling_at !== null && dayOf(way.data.traveling_at, timeZone) !== startsOn
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
    ready: !active || (settled && date !== null && !otherDay && !called),
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
