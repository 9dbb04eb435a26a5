import { MAX_SERIES_RIDES, SERIES_OPEN_MONTHS, seriesWeekdays } from '@ambit/contract'
import { Chip, Group, NumberInput, Select } from '@mantine/core'
import { useId } from 'react'
import { DayInput } from '../../form/DayInput.tsx'
import {
  type PatternField,
  type PatternForm,
  nthOf,
  nths,
  patternOn,
  type RepeatChoice,
  repeatChoices,
  seriesEndings,
} from './pattern.ts'
import { patternStrings as words } from './strings.ts'
import classes from './PatternFields.module.css'

type Props = {
  value: PatternForm
  /** the first date may be this one; weekdays are suggested by it */
  startsOn: string
  errors: Partial<Record<PatternField, string>>
  /** `Does not repeat` may be chosen */
  optional?: boolean
  onChange: (change: Partial<PatternForm>) => void
  /** whether the text in the field of the last date is a date */
  onReadable?: (readable: boolean) => void
}

const days = seriesWeekdays.map((value) => ({ value, label: words.days[value] }))
const places = nths.map((nth) => ({ value: String(nth), label: words.nths[nth] }))
const endings = seriesEndings.map((value) => ({ value, label: words.endings[value] }))

/** On which days a journey is made again, and until when. */
export const PatternFields = ({ value, startsOn, errors, optional = false, onChange, onReadable }: Props) => {
  const choose = (choice: RepeatChoice): void => {
    onReadable?.(true)
    // What was chosen before stays; the first time the travel date says which weekday is meant.
    onChange({ choice, ...(value.weekdays.length === 0 ? patternOn(startsOn) : {}) })
  }
  return (
    <>
      <Select
        label={words.repeat}
        name="repeat"
        allowDeselect={false}
        data={repeatChoices
          .filter((choice) => optional || choice !== 'none')
          .map((choice) => ({ value: choice, label: words.choices[choice] }))}
        value={value.choice}
        onChange={(text) => choose(repeatChoices.find((choice) => choice === text) ?? 'none')}
      />
      {value.choice === 'weekly' && <Weekly {...{ value, errors, onChange }} />}
      {value.choice === 'monthly' && (
        <div className={classes['pair']}>
          <Select
            label={words.which}
            allowDeselect={false}
            data={places}
            value={String(value.nth)}
            onChange={(text) => onChange({ nth: nthOf(text) })}
          />
          <Select
            label={words.weekday}
            allowDeselect={false}
            data={days}
            value={value.weekday}
            onChange={(text) => onChange({ weekday: seriesWeekdays.find((day) => day === text) ?? 'MO' })}
          />
        </div>
      )}
      {value.choice !== 'none' && <Ending {...{ value, startsOn, errors, onChange }} onReadable={onReadable} />}
    </>
  )
}

type PartProps = Pick<Props, 'value' | 'errors' | 'onChange'>

const Weekly = ({ value, errors, onChange }: PartProps) => {
  const problem = useId()
  return (
    <>
      <fieldset className={classes['weekdays']} aria-describedby={errors.weekdays === undefined ? undefined : problem}>
        <legend>{words.weekdays}</legend>
        <Chip.Group
          multiple
          value={[...value.weekdays]}
          onChange={(chosen: string[]) => onChange({ weekdays: seriesWeekdays.filter((day) => chosen.includes(day)) })}
        >
          <Group gap={6}>
            {seriesWeekdays.map((day) => (
              <Chip
                key={day}
                value={day}
                size="sm"
                classNames={{ label: classes['chip'] ?? '' }}
                aria-label={words.days[day]}
              >
                {words.shortDays[day]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {errors.weekdays !== undefined && (
          <p id={problem} className={classes['error']} role="alert">
            {errors.weekdays}
          </p>
        )}
      </fieldset>
      <NumberInput
        label={words.everyWeeks}
        suffix={words.weeks(value.every)}
        min={1}
        max={4}
        allowDecimal={false}
        clampBehavior="none"
        value={value.every ?? ''}
        error={errors.every}
        onChange={(typed) => onChange({ every: typeof typed === 'number' ? typed : null })}
      />
    </>
  )
}

const Ending = ({
  value,
  startsOn,
  errors,
  onChange,
  onReadable,
}: PartProps & Pick<Props, 'startsOn' | 'onReadable'>) => (
  <div className={classes['pair']}>
    <Select
      label={words.ends}
      allowDeselect={false}
      data={endings}
      value={value.ending}
      description={value.ending === 'open' ? words.openNote(SERIES_OPEN_MONTHS) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(text) => {
        onReadable?.(true)
        onChange({ ending: seriesEndings.find((ending) => ending === text) ?? 'open' })
      }}
    />
    {value.ending === 'date' && (
      <DayInput
        label={words.lastDate}
        valueFormat="YYYY-MM-DD"
        minDate={startsOn}
        value={value.ends_on}
        error={errors.ends_on}
        onChange={(ends_on) => {
          onReadable?.(true)
          onChange({ ends_on })
        }}
        onUnreadable={() => onReadable?.(false)}
      />
    )}
    {value.ending === 'count' && (
      <NumberInput
        label={words.rides}
        min={1}
        max={MAX_SERIES_RIDES}
        allowDecimal={false}
        clampBehavior="none"
        value={value.ride_count ?? ''}
        error={errors.ride_count}
        onChange={(typed) => onChange({ ride_count: typeof typed === 'number' ? typed : null })}
      />
    )}
  </div>
)
