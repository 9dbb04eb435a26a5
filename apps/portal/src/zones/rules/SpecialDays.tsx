import type { ServiceSpan } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { Button, NumberInput, TextInput } from '@mantine/core'
import { IconCalendarOff, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecordId } from '../../drafts/diff.ts'
import { DayInput } from '../../form/DayInput.tsx'
import type { ReportReadable } from '../../form/use-unreadable.ts'
import { useFormat } from '../../settings/format.ts'
import { serverClock } from '../../settings/use-now.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DayHours } from '../../form/DayHours.tsx'
import { Foldable } from './Foldable.tsx'
import { holidaysQuery, touchesQuery } from './queries.ts'
import { type DayDraft, type DayFields, dayProblems, newDay, problemAt, type RuleDrafts } from './rules-draft.ts'
import classes from './rules.module.css'
import { rulesStrings as words } from './strings.ts'

export type Zone = { id: number; time_zone: string }
type Props = {
  zone: Zone
  days: readonly DayDraft[]
  startsOn: (date: string) => number
  /** another one once all was discarded: the fields begin anew, without what was typed */
  round: number
  drafts: RuleDrafts
  may: May
  onReadable: ReportReadable
}
export type May = { create: boolean; update: boolean; destroy: boolean }

/** Days that are closed or have other hours, and the holidays of a country to take over. */
export const SpecialDays = ({ zone, days, startsOn, round, drafts, may, onReadable }: Props) => {
  const [open, setOpen] = useState<RecordId | null>(null)
  const add = (day: DayDraft): void => {
    drafts.edit(words.steps.add(day.name || words.newDay), { kind: 'special_days', added: [day] })
    setOpen(day.id)
  }
  const today = dateIn(zone.time_zone, serverClock.now())
  const format = useFormat('UTC') // a date without a time: read and shown in the same zone
  return (
    <section className={classes['section']} aria-label={words.specialDays}>
      <header className={classes['head']}>
        <h2>{words.specialDays}</h2>
        {may.create && (
          <Button size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => add(newDay(today))}>
            {words.addDay}
          </Button>
        )}
      </header>
      {days.length === 0 && <EmptyState icon={IconCalendarOff} title={words.noDays} reason={words.noDaysReason} />}
      {days.map((day) => (
        <Foldable
          key={day.id}
          title={`${format.date(day.date)} · ${day.name || words.newDay}`}
          open={day.id === open}
          onToggle={() => setOpen(day.id === open ? null : day.id)}
        >
          <DayForm key={round} starts={startsOn(day.date)} {...{ zone, day, drafts, may, onReadable }} />
        </Foldable>
      ))}
      {may.create && (
        <Holidays taken={new Set(days.map(({ date }) => date))} onTake={add} year={Number(today.slice(0, 4))} />
      )}
    </section>
  )
}

type DayProps = Pick<Props, 'zone' | 'drafts' | 'may' | 'onReadable'> & { day: DayDraft; starts: number }

const DayForm = ({ zone, day, starts, drafts, may, onReadable }: DayProps) => {
  const problems = dayProblems(day)
  const disabled = !(day.version === 0 ? may.create : may.update)
  const change = (fields: Partial<DayFields>, what: string): void =>
    drafts.edit(
      words.steps.change(what),
      { kind: 'special_days', updated: [{ ...day, ...fields }] },
      `day ${day.id} ${what}`,
    )
  return (
    <div className={classes['form']}>
      <div className={classes['pair']}>
        <DayInput
          label={words.date}
          value={day.date}
          disabled={disabled}
          error={problemAt(problems, 'date')}
          onChange={(date) => date !== null && change({ date }, words.date)}
        />
        <TextInput
          label={words.name}
          value={day.name}
          maxLength={60}
          required
          disabled={disabled}
          error={problemAt(problems, 'name')}
          onChange={(event) => change({ name: event.currentTarget.value }, words.name)}
        />
      </div>
      <TextInput
        label={words.notice}
        description={words.noticeEffect}
        value={day.notice}
        maxLength={250}
        disabled={disabled}
        onChange={(event) => change({ notice: event.currentTarget.value }, words.notice)}
      />
      <DayHours
        day={words.hours}
        spans={day.hours}
        starts={starts}
        disabled={disabled}
        error={problemAt(problems, 'hours')}
        onChange={(hours) => change({ hours }, words.hours)}
        onReadable={(field, readable) => onReadable(`day ${day.id} ${field}`, readable)}
      />
      {problems.size === 0 && <Touches zone={zone} date={day.date} hours={day.hours} />}
      {(day.version === 0 || may.destroy) && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes['copy']}
          onClick={() => drafts.edit(words.steps.remove(day.name), { kind: 'special_days', removed: [day.id] })}
        >
          {words.removeDay}
        </Button>
      )}
    </div>
  )
}

const SHOWN = 20

/** What the day touches as it is drafted. */
const Touches = ({ zone, date, hours }: { zone: Zone; date: string; hours: ServiceSpan[] }) => {
  const { data } = useQuery({ ...touchesQuery(zone.id, date, hours), placeholderData: (before) => before })
  const format = useFormat(zone.time_zone)
  if (data === undefined) return null
  const { bookings, series, schedules } = data
  return (
    <div className={classes['touches']} role="status" aria-label={words.touches}>
      <strong>{words.touches}</strong>
      {bookings.length + series.length + schedules.length === 0 && <p>{words.touchesNothing}</p>}
      {bookings.length > 0 && <p>{words.bookings(bookings.length)}</p>}
      <ul>
        {bookings.slice(0, SHOWN).map(({ id, pickup_lower_bound }) => (
          <li key={id}>{words.kept(id, format.time(pickup_lower_bound))}</li>
        ))}
      </ul>
      {series.length > 0 && <p>{words.series(series.length)}</p>}
      <ul>
        {series.slice(0, SHOWN).map(({ id, leg, time }) => (
          <li key={`${id} ${leg} ${time}`}>{words.leftOut(id, leg, format.clockTime(time))}</li>
        ))}
      </ul>
      {schedules.length > 0 && <p>{words.schedules(schedules.length)}</p>}
      <ul>
        {schedules.slice(0, SHOWN).map(({ id, vehicle_number, start_time, end_time, becomes }) => (
          <li key={id}>
            {`${vehicle_number ?? id}, ${format.time(start_time)} – ${format.time(end_time)}: ${words.becomes[becomes]}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

type HolidayProps = { taken: ReadonlySet<string>; year: number; onTake: (day: DayDraft) => void }

const Holidays = ({ taken, year: thisYear, onTake }: HolidayProps) => {
  const [country, setCountry] = useState('')
  const [year, setYear] = useState(thisYear)
  const known = /^[A-Z]{2}$/.test(country)
  const { data } = useQuery({ ...holidaysQuery(country, year), enabled: known })
  const left = data?.filter(({ date }) => !taken.has(date))
  return (
    <section className={classes['group']} aria-label={words.holidays}>
      <h4>{words.holidays}</h4>
      <div className={classes['pair']}>
        <TextInput
          label={words.country}
          description={words.countryEffect}
          value={country}
          maxLength={2}
          onChange={(event) => setCountry(event.currentTarget.value.toUpperCase())}
        />
        <NumberInput
          label={words.year}
          value={year}
          min={2000}
          max={2100}
          allowDecimal={false}
          onChange={(value) => setYear(Number(value))}
        />
      </div>
      {known && data?.length === 0 && <p className={classes['effect']}>{words.noHolidays}</p>}
      {left?.map(({ date, name }) => (
        <Button
          key={date}
          size="compact-sm"
          variant="default"
          className={classes['copy']}
          aria-label={words.takeOver(name)}
          onClick={() => onTake(newDay(date, name.slice(0, 60)))}
        >
          {`${date} · ${name}`}
        </Button>
      ))}
    </section>
  )
}
