import type { SeriesPreview } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DayInput } from '../../form/DayInput.tsx'
import { useFormat } from '../../settings/format.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { changeRepeat } from './change-trip.ts'
import { seriesWizardStrings as words } from './series-strings.ts'
import classes from './RepeatFields.module.css'

type Props = { draft: BookingDraft; preview: SeriesPreview }
type PreviewDate = SeriesPreview['dates'][number]

/** The next dates with those that are left out and why; single ones are left out, taken back or added. */
export const SeriesDates = ({ draft, preview }: Props) => {
  const format = useFormat()
  const { uuid, repeat } = draft
  const leaveOut = (date: string): void =>
    changeRepeat(uuid, {
      added: repeat.added.filter((one) => one !== date),
      left_out: [...new Set([...repeat.left_out, date])].toSorted(),
    })
  const add = (date: string): void =>
    changeRepeat(uuid, {
      left_out: repeat.left_out.filter((one) => one !== date),
      added: [...new Set([...repeat.added, date])].toSorted(),
    })
  const follow = (date: string): void =>
    changeRepeat(uuid, {
      left_out: repeat.left_out.filter((one) => one !== date),
      added: repeat.added.filter((one) => one !== date),
    })
  const listed = new Set(preview.dates.map(({ date }) => date))
  const further = [
    ...repeat.left_out.map((date) => ({ date, text: words.chosenOut })),
    ...repeat.added.map((date) => ({ date, text: words.added })),
  ].filter(({ date }) => !listed.has(date))
  const row = (date: string, text: string | null, changed: boolean) => (
    <li key={date}>
      <span>{text === null ? format.civilDay(date) : `${format.civilDay(date)}: ${text}`}</span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={(changed ? words.takeBackNamed : words.leaveOutNamed)(format.civilDay(date))}
        onClick={() => (changed ? follow : leaveOut)(date)}
      >
        {changed ? words.takeBack : words.leaveOut}
      </Button>
    </li>
  )
  return (
    <>
      <ul className={classes['dates']} aria-label={words.nextDates}>
        {preview.dates.map((one) =>
          row(one.date, textOf(one), repeat.left_out.includes(one.date) || repeat.added.includes(one.date)),
        )}
      </ul>
      {further.length > 0 && (
        <ul className={classes['dates']} aria-label={words.others}>
          {further.map(({ date, text }) => row(date, text, true))}
        </ul>
      )}
      <OtherDate startsOn={preview.first_on} onAdd={add} onLeaveOut={leaveOut} />
    </>
  )
}

/** Why there is no ride, on the whole date or on one way of it; null: there is nothing to say. */
const textOf = ({ added, left_out }: PreviewDate): string | null => {
  const [there = null, back = null] = left_out
  const whole = left_out.length > 0 && left_out.every((one) => one !== null && one.text === there?.text)
  if (whole && there !== null) return there.code === 'chosen' ? words.chosenOut : there.text
  const ways = [
    ...(there === null ? [] : [words.wayOut(words.ways.there, there.text)]),
    ...(back === null ? [] : [words.wayOut(words.ways.back, back.text)]),
  ]
  if (ways.length > 0) return ways.join(', ')
  return added ? words.added : null
}

type OtherProps = { startsOn: string; onAdd: (date: string) => void; onLeaveOut: (date: string) => void }

const OtherDate = ({ startsOn, onAdd, onLeaveOut }: OtherProps) => {
  const [date, setDate] = useState<string | null>(null)
  const take = (act: (date: string) => void): void => {
    if (date === null) return
    setDate(null)
    act(date)
  }
  return (
    <div className={classes['other']}>
      <DayInput
        label={words.date}
        valueFormat="YYYY-MM-DD"
        minDate={startsOn}
        clearable
        value={date}
        onChange={setDate}
        onUnreadable={() => setDate(null)}
      />
      <Button variant="default" disabled={date === null} onClick={() => take(onAdd)}>
        {words.add}
      </Button>
      <Button variant="default" disabled={date === null} onClick={() => take(onLeaveOut)}>
        {words.leaveOut}
      </Button>
    </div>
  )
}
