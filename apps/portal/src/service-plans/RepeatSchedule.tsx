import { addDays } from '@ambit/domain'
import { Button, Checkbox, Chip, Group, Modal, MultiSelect, Radio } from '@mantine/core'
import { DayInput } from '../form/DayInput.tsx'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { isDraftId } from '../drafts/diff.ts'
import { type PlanSession, usePlanSession } from './plan-session.ts'
import { draftOf } from './plans.ts'
import { fetchPlans } from './queries.ts'
import { copies, repeatDates, repeatWindow, startingOn, WEEKDAYS } from './repeat.ts'
import { repeatStrings as words } from './repeat-strings.ts'
import classes from './RepeatSchedule.module.css'
import { planStrings } from './strings.ts'
import { dayWindow } from './units.ts'
import type { PlannedDay } from './use-planned-day.ts'

type Props = { day: PlannedDay; onReady: () => void }

/** Repeats the day's schedules on other days, as drafts that the save dialog then shows. */
export const RepeatSchedule = ({ day, onReady }: Props) => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconRepeat size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {words.repeat}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.title}
        size={560}
        attributes={{ header: { role: 'none' } }}
      >
        <RepeatForm
          day={day}
          onDone={(ready) => {
            setOpened(false)
            if (ready) onReady()
          }}
        />
      </Modal>
    </>
  )
}

type Choice = {
  zones: string[]
  weekdays: string[]
  from: string | null
  until: 'never' | 'date'
  to: string | null
  replace: boolean
}
type Missing = Partial<Record<'zones' | 'weekdays' | 'from' | 'to', string>>

const missingOf = ({ zones, weekdays, from, until, to }: Choice): Missing => ({
  ...(zones.length === 0 ? { zones: words.zoneRequired } : {}),
  ...(weekdays.length === 0 ? { weekdays: words.weekdayRequired } : {}),
  ...(from === null ? { from: words.startRequired } : {}),
  ...(until === 'date' && to === null ? { to: words.endRequired } : {}),
})

const RepeatForm = ({ day, onDone }: { day: PlannedDay; onDone: (ready: boolean) => void }) => {
  const session = usePlanSession()!
  const { min, max } = repeatWindow(day.date, day.today)
  const [choice, setChoice] = useState<Choice>({
    zones: day.zones.map(({ id }) => String(id)),
    weekdays: [],
    from: min,
    until: 'never',
    to: null,
    replace: false,
  })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const change = (next: Partial<Choice>): void => setChoice((before) => ({ ...before, ...next }))
  const missing = missingOf(choice)
  const shown: Missing = tried ? missing : {}
  const submit = async (): Promise<void> => {
    setTried(true)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      const made = await repeat(session, day, choice, max)
      onDone(made > 0)
    } catch (error) {
      announceFailure(error, words.title)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={classes['repeat']}
      aria-label={words.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <MultiSelect
        className={classes['wide'] ?? ''}
        label={words.zones}
        withAsterisk
        searchable
        data={day.zones.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={choice.zones}
        onChange={(zones) => change({ zones })}
        error={shown.zones}
      />
      <Weekdays value={choice.weekdays} error={shown.weekdays} onChange={(weekdays) => change({ weekdays })} />
      <DayInput
        label={words.start}
        withAsterisk
        clearable
        valueFormat="DD MMM YYYY"
        minDate={min}
        maxDate={max}
        value={choice.from}
        onChange={(from) => change({ from })}
        onUnreadable={() => change({ from: null })}
        error={shown.from}
      />
      <Shortcuts today={day.today} min={min} max={max} onPick={(from) => change({ from })} />
      <Radio.Group
        className={classes['wide'] ?? ''}
        label={words.end}
        withAsterisk
        value={choice.until}
        onChange={(until) => change({ until: until === 'date' ? 'date' : 'never' })}
      >
        <Group gap="md" mt={4}>
          <Radio value="never" label={words.noEnd} />
          <Radio value="date" label={words.setEnd} />
        </Group>
      </Radio.Group>
      {choice.until === 'date' && (
        <DayInput
          label={words.endDate}
          withAsterisk
          clearable
          valueFormat="DD MMM YYYY"
          minDate={choice.from ?? min}
          maxDate={max}
          value={choice.to}
          onChange={(to) => change({ to })}
          onUnreadable={() => change({ to: null })}
          error={shown.to}
        />
      )}
      <Checkbox
        className={classes['wide'] ?? ''}
        label={words.replace}
        checked={choice.replace}
        onChange={(event) => change({ replace: event.currentTarget.checked })}
      />
      <Group className={classes['wide'] ?? ''} justify="flex-end" gap="xs">
        <Button variant="default" disabled={busy} onClick={() => onDone(false)}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.repeat}
        </Button>
      </Group>
    </form>
  )
}

type WeekdaysProps = { value: string[]; error: string | undefined; onChange: (value: string[]) => void }

const Weekdays = ({ value, error, onChange }: WeekdaysProps) => (
  <fieldset className={`${classes['wide']} ${classes['weekdays']}`} aria-describedby={error && 'repeat-weekdays'}>
    <legend>
      {words.weekdays}{' '}
      <span className={classes['required']} aria-hidden>
        *
      </span>
    </legend>
    <Chip.Group multiple value={value} onChange={onChange}>
      <Group gap={6}>
        {WEEKDAYS.map((weekday) => (
          <Chip key={weekday.value} value={weekday.value} size="xs">
            {weekday.label}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
    {error !== undefined && (
      <p id="repeat-weekdays" className={classes['error']} role="alert">
        {error}
      </p>
    )}
  </fieldset>
)

type ShortcutsProps = { today: string; min: string; max: string; onPick: (date: string) => void }

const Shortcuts = ({ today, min, max, onPick }: ShortcutsProps) => (
  <div className={classes['shortcuts']} role="group" aria-label={words.shortcuts}>
    {words.shortcutDays.map(({ label, days }) => {
      const date = addDays(today, days)
      return (
        <Button
          key={label}
          size="compact-xs"
          variant="default"
          disabled={date < min || date > max}
          onClick={() => onPick(date)}
        >
          {label}
        </Button>
      )
    })}
  </div>
)

/** Drafts the copies in one step; how many schedules it concerns. */
const repeat = async (session: PlanSession, day: PlannedDay, choice: Choice, max: string): Promise<number> => {
  const zones = choice.zones.map(Number)
  const timeZoneOf = (zone: number): string => day.zones.find(({ id }) => id === zone)?.time_zone ?? 'UTC'
  const from = choice.from ?? ''
  const dates = repeatDates(from, choice.until === 'date' ? (choice.to ?? from) : max, choice.weekdays)
  const own = session.drafts.get().records.plans.filter(({ zone_id }) => zones.includes(zone_id))
  const added = copies(startingOn(own, [day.date], timeZoneOf), day.date, dates, timeZoneOf)
  const old = choice.replace ? await oldPlans(zones, dates, timeZoneOf) : []
  const replaced = [
    ...old,
    ...startingOn(
      own.filter(({ id }) => isDraftId(id)),
      choice.replace ? dates : [],
      timeZoneOf,
    ),
  ]
  if (added.length + replaced.length === 0) return 0
  const known = new Set(session.drafts.get().base.plans.map(({ id }) => id))
  const missing = old.filter(({ id }) => !known.has(id))
  session.drafts.follow({ plans: [...session.drafts.get().base.plans, ...missing] })
  const removed = replaced.map(({ id }) => id)
  session.drafts.edit(planStrings.steps.repeat(added.length), { kind: 'plans', added, removed })
  return added.length + replaced.length
}

/** What is saved on the target dates. */
const oldPlans = async (zones: readonly number[], dates: readonly string[], timeZoneOf: (zone: number) => string) => {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  const windows = zones.map(
    (zone) => [dayWindow(timeZoneOf(zone), first).from, dayWindow(timeZoneOf(zone), last).to] as const,
  )
  const from = windows.map(([start]) => start).toSorted()[0] ?? ''
  const to =
    windows
      .map(([, end]) => end)
      .toSorted()
      .at(-1) ?? ''
  return startingOn((await fetchPlans(zones, { from, to })).map(draftOf), dates, timeZoneOf)
}
