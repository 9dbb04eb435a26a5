import { dateIn } from '@ambit/domain'
import { Button, Skeleton } from '@mantine/core'
import { failureText } from '../../api/failure-text.ts'
import type { PatternForm } from '../../records/series/pattern.ts'
import { PatternFields } from '../../records/series/PatternFields.tsx'
import { patternStrings } from '../../records/series/strings.ts'
import { useFormat } from '../../settings/format.ts'
import { useNow } from '../../settings/use-now.ts'
import { uiStrings } from '../../ui/strings.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { changeRepeat } from './change-trip.ts'
import { SeriesDates } from './SeriesDates.tsx'
import { seriesWizardStrings as words } from './series-strings.ts'
import { defaultTime, travelMoment } from './travel-time.ts'
import type { ShownRepeat } from './use-repeat.ts'
import classes from './RepeatFields.module.css'

type Props = {
  draft: BookingDraft
  repeat: ShownRepeat
  timeZone: string
  /** the journey has a time only from now on: it leaves no longer at once */
  onTime: (traveling_at: string) => void
  onReadable: (readable: boolean) => void
}

/** Whether, on which days and until when the journey is made again. */
export const RepeatFields = ({ draft, repeat, timeZone, onTime, onReadable }: Props) => {
  const now = useNow(30_000)
  const today = dateIn(timeZone, now)
  const { uuid, bookingData } = draft
  const change = (form: Partial<PatternForm>): void => {
    if (form.choice !== undefined && form.choice !== 'none' && bookingData.leaveNow)
      onTime(bookingData.traveling_at ?? travelMoment(timeZone, today, defaultTime(timeZone, now), now))
    changeRepeat(uuid, { form: { ...draft.repeat.form, ...form } })
  }
  return (
    <fieldset className={classes['repeat']}>
      <legend className="visually-hidden">{patternStrings.repeat}</legend>
      <PatternFields
        value={draft.repeat.form}
        startsOn={repeat.startsOn ?? today}
        errors={repeat.active ? repeat.problems : {}}
        optional
        onChange={change}
        onReadable={onReadable}
      />
      {repeat.active && <Outlook draft={draft} repeat={repeat} />}
    </fieldset>
  )
}

/** What follows from the pattern: its dates, or why there are none. */
const Outlook = ({ draft, repeat }: Pick<Props, 'draft' | 'repeat'>) => {
  const { preview, found, trouble, problems } = repeat
  const format = useFormat()
  if (Object.keys(problems).length > 0) return null
  if (preview.isError)
    return (
      <div role="alert" className={classes['failed']}>
        <p className={classes['problem']}>{failureText(preview.error)}</p>
        <Button size="compact-sm" variant="default" onClick={() => void preview.refetch()}>
          {uiStrings.retry}
        </Button>
      </div>
    )
  if (found === null)
    return preview.isFetching ? (
      <Skeleton height={120} aria-label={words.loading} />
    ) : (
      <p className={classes['hint']}>{words.choose}</p>
    )
  return (
    <div className={classes['outlook']} aria-busy={preview.isFetching}>
      <p role="status">
        <strong>{found.words}</strong>
        <br />
        {`${words.summary(words.dates(found.date_count), format.civilDate(found.first_on), format.civilDate(found.last_on))}. ${words.ahead(found.days_ahead)}`}
      </p>
      <SeriesDates draft={draft} preview={found} />
      {trouble !== null && (
        <p role="alert" className={classes['problem']}>
          {trouble}
        </p>
      )}
    </div>
  )
}
