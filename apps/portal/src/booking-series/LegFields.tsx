import { NumberInput, Select } from '@mantine/core'
import { TimeInput } from '../form/TimeInput.tsx'
import { timeSteps } from '../form/time-steps.ts'
import type { LegForm } from './change-form.ts'
import { changeStrings as words } from './change-strings.ts'
import { seriesDialogStrings } from './dialog-strings.ts'
import classes from './series.module.css'

type Props = {
  /** which of two; null: there is one */
  way: 'there' | 'back' | null
  value: LegForm
  onChange: (change: Partial<LegForm>) => void
  onReadable: (readable: boolean) => void
}

/** `24:00` is the next day's. */
const steps = timeSteps.slice(0, -1)

/** When, and with how many, one way is made. */
export const LegFields = ({ way, value, onChange, onReadable }: Props) => {
  const named = (plain: string, of: (way: string) => string): string =>
    way === null ? plain : of(seriesDialogStrings.fact[way])
  const isWhole = value.passengers !== null && Number.isInteger(value.passengers)
  return (
    <div className={classes['leg']}>
      <Select
        label={named(words.preference, words.preferenceNamed)}
        allowDeselect={false}
        data={[
          { value: 'depart', label: words.depart },
          { value: 'arrive', label: words.arrive },
        ]}
        value={value.departing ? 'depart' : 'arrive'}
        onChange={(text) => onChange({ departing: text === 'depart' })}
      />
      <TimeInput
        label={named(words.time, words.timeNamed)}
        missing={words.missingTime}
        offered={steps.includes(value.time) ? steps : [value.time, ...steps]}
        value={value.time}
        onChange={(time) => onChange({ time })}
        onReadable={onReadable}
      />
      <NumberInput
        label={named(words.passengers, words.passengersNamed)}
        min={1}
        max={50}
        allowDecimal={false}
        clampBehavior="strict"
        value={value.passengers ?? ''}
        error={isWhole ? undefined : words.missingPassengers}
        onChange={(typed) => onChange({ passengers: typeof typed === 'number' ? typed : null })}
      />
    </div>
  )
}
