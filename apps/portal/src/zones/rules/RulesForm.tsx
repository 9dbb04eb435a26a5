import type { CutOff } from '@ambit/contract'
import { Button, NumberInput, SegmentedControl, Select, Switch } from '@mantine/core'
import { DayInput } from '../../form/DayInput.tsx'
import { TimeInput } from '../../form/TimeInput.tsx'
import { timeSteps } from '../../form/time-steps.ts'
import { toClock, toMinutes } from '../../form/clock-text.ts'
import { DayHours } from '../../form/DayHours.tsx'
import type { ReportReadable } from '../../form/use-unreadable.ts'
import { typedNumber } from '../../form/typed-number.ts'
import { movedTo, OPEN_ALL_WEEK, problemAt, type Problems, type RulesDraft } from './rules-draft.ts'
import classes from './rules.module.css'
import { rulesStrings as words } from './strings.ts'

type Props = {
  rules: RulesDraft
  problems: Problems
  disabled: boolean
  onChange: (fields: Partial<RulesDraft>, what: string) => void
  onReadable: ReportReadable
}

const earlyTimes = timeSteps.filter((time) => time <= '12:00')
const clockTimes = timeSteps.filter((time) => time !== '24:00')
const cutOffKinds = (['none', 'minutes', 'days'] as const).map((value) => ({ value, label: words.cutOffs[value] }))
const cutOffOf = (kind: string): CutOff => {
  if (kind === 'minutes') return { kind, minutes: 60 }
  return kind === 'days' ? { kind, days: 1, at: 16 * 60 } : { kind: 'none' }
}

/** The rules that hold from one day on, each with what it does. */
export const RulesForm = ({ rules, problems, disabled, onChange, onReadable }: Props) => (
  <div className={classes['form']}>
    <div className={classes['pair']}>
      <DayInput
        label={words.holdsFrom}
        description={words.holdsFromEffect}
        value={rules.holds_from}
        disabled={disabled}
        error={problemAt(problems, 'holds_from')}
        onChange={(holds_from) => holds_from !== null && onChange({ holds_from }, words.holdsFrom)}
      />
      <fieldset className={classes['plain']} disabled={disabled}>
        <TimeInput
          label={words.dayStarts}
          value={toClock(rules.day_starts)}
          offered={earlyTimes}
          error={problemAt(problems, 'day_starts')}
          onReadable={(readable) => onReadable('day_starts', readable)}
          onChange={(time) => {
            const day_starts = toMinutes(time, 0, false)
            onChange({ day_starts, hours: movedTo(rules.hours, day_starts) }, words.dayStarts)
          }}
        />
        <p className={classes['effect']}>{words.dayStartsEffect}</p>
      </fieldset>
    </div>
    <WeekHours {...{ rules, problems, disabled, onChange, onReadable }} />
    <CutOffFields {...{ rules, problems, disabled, onChange, onReadable }} />
    <div className={classes['pair']}>
      <Count
        label={words.maxOpen}
        effect={words.maxOpenEffect}
        value={rules.max_open_bookings}
        error={problemAt(problems, 'max_open_bookings')}
        disabled={disabled}
        onChange={(max_open_bookings) => onChange({ max_open_bookings }, words.maxOpen)}
      />
      <Count
        label={words.maxPassengers}
        effect={words.maxPassengersEffect}
        value={rules.max_passengers}
        error={problemAt(problems, 'max_passengers')}
        disabled={disabled}
        onChange={(max_passengers) => onChange({ max_passengers }, words.maxPassengers)}
      />
      <Count
        label={words.maxCompanions}
        effect={words.maxCompanionsEffect}
        value={rules.max_companions}
        error={problemAt(problems, 'max_companions')}
        disabled={disabled}
        onChange={(max_companions) => onChange({ max_companions }, words.maxCompanions)}
      />
    </div>
  </div>
)

const WeekHours = ({ rules: { hours, day_starts }, problems, disabled, onChange, onReadable }: Props) => (
  <section className={classes['group']} aria-label={words.hours}>
    <h4>{words.hours}</h4>
    <SegmentedControl
      aria-label={words.hours}
      disabled={disabled}
      data={[
        { value: 'any', label: words.anyTime },
        { value: 'hours', label: words.hours },
      ]}
      value={hours === null ? 'any' : 'hours'}
      onChange={(value) =>
        onChange({ hours: value === 'any' ? null : (hours ?? movedTo(OPEN_ALL_WEEK, day_starts)) }, words.hours)
      }
    />
    <p className={classes['effect']}>{hours === null ? words.anyTimeEffect : words.hoursEffect}</p>
    {hours?.map((spans, weekday) => (
      <DayHours
        key={weekday}
        day={words.weekdays[weekday] ?? ''}
        spans={spans}
        starts={day_starts}
        disabled={disabled}
        error={problemAt(problems, `hours.${weekday}`)}
        onChange={(changed) =>
          onChange(
            { hours: hours.map((one, at) => (at === weekday ? changed : one)) },
            words.weekdays[weekday] ?? words.hours,
          )
        }
        onReadable={(field, readable) => onReadable(`hours.${weekday}.${field}`, readable)}
      />
    ))}
    {hours !== null && !disabled && (
      <Button
        size="compact-sm"
        variant="default"
        className={classes['copy']}
        onClick={() => onChange({ hours: hours.map(() => hours[0] ?? []) }, words.hours)}
      >
        {words.copyDown}
      </Button>
    )}
  </section>
)

const CutOffFields = ({ rules: { cut_off, cut_off_leave_now }, problems, disabled, onChange, onReadable }: Props) => (
  <section className={classes['group']} aria-label={words.cutOff}>
    <h4>{words.cutOff}</h4>
    <div className={classes['pair']}>
      <Select
        label={words.cutOff}
        description={words.cutOffEffects[cut_off.kind]}
        data={cutOffKinds}
        value={cut_off.kind}
        allowDeselect={false}
        disabled={disabled}
        onChange={(kind) => onChange({ cut_off: cutOffOf(kind ?? 'none') }, words.cutOff)}
      />
      {cut_off.kind === 'minutes' && (
        <Count
          label={words.minutes}
          value={cut_off.minutes}
          error={problemAt(problems, 'cut_off.minutes')}
          disabled={disabled}
          onChange={(minutes) => onChange({ cut_off: { ...cut_off, minutes } }, words.cutOff)}
        />
      )}
      {cut_off.kind === 'days' && (
        <>
          <Count
            label={words.days}
            value={cut_off.days}
            error={problemAt(problems, 'cut_off.days')}
            disabled={disabled}
            onChange={(days) => onChange({ cut_off: { ...cut_off, days } }, words.cutOff)}
          />
          <fieldset className={classes['plain']} disabled={disabled}>
            <TimeInput
              label={words.at}
              value={toClock(cut_off.at)}
              offered={clockTimes}
              onReadable={(readable) => onReadable('cut_off.at', readable)}
              onChange={(time) => onChange({ cut_off: { ...cut_off, at: toMinutes(time, 0, false) } }, words.cutOff)}
            />
          </fieldset>
        </>
      )}
    </div>
    {cut_off.kind !== 'none' && (
      <Switch
        label={words.leaveNow}
        description={words.leaveNowEffect}
        checked={cut_off_leave_now}
        disabled={disabled}
        onChange={(event) => onChange({ cut_off_leave_now: event.currentTarget.checked }, words.leaveNow)}
      />
    )}
  </section>
)

type CountProps = {
  label: string
  effect?: string
  value: number
  error: string | null
  disabled: boolean
  onChange: (value: number) => void
}

/** A whole number; one that is out of its range stays in the field with its error. */
const Count = ({ label, effect, value, error, disabled, onChange }: CountProps) => (
  <NumberInput
    label={label}
    description={effect}
    value={value}
    min={0}
    clampBehavior="none"
    allowDecimal={false}
    error={error}
    disabled={disabled}
    onChange={(typed) => onChange(typedNumber(typed) ?? 0)}
  />
)
