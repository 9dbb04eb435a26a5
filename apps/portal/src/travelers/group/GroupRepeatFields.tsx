import { Checkbox } from '@mantine/core'
import { TimeInput } from '../../form/TimeInput.tsx'
import { timeSteps } from '../../form/time-steps.ts'
import { PatternFields } from '../../records/series/PatternFields.tsx'
import { dateAndTime } from '../wizard/travel-time.ts'
import { type ChangeForm, type GroupForm, repeats } from './group-form.ts'
import type { RepeatProblems } from './group-series.ts'
import { groupStrings } from './strings.ts'

const words = groupStrings.repeats

/** What may hold a text that is no date or time. */
export type TypedField = 'back' | 'end' | 'time'

type Props = {
  form: GroupForm
  timeZone: string
  problems: RepeatProblems
  onChange: ChangeForm
  onReadable: (field: TypedField, readable: boolean) => void
}

/** Whether, on which days and until when the group travels again, and whether it comes back on the same day. */
export const GroupRepeatFields = ({ form, timeZone, problems, onChange, onReadable }: Props) => {
  const { date, time } = dateAndTime(timeZone, form.traveling_at)
  const later = timeSteps.filter((step) => step > time && step !== '24:00')
  return (
    <>
      <PatternFields
        value={form.repeat}
        startsOn={date}
        errors={problems}
        optional
        onChange={(to) => onChange((now) => ({ repeat: { ...now.repeat, ...to } }))}
        onReadable={(readable) => onReadable('end', readable)}
      />
      {repeats(form) && later.length > 0 && (
        <Checkbox
          label={words.back}
          description={words.backHint}
          checked={form.back !== null}
          onChange={({ currentTarget }) => {
            onReadable('back', true)
            onChange({ back: currentTarget.checked ? (later.find((step) => step >= '16:00') ?? later[0]!) : null }) // there is one
          }}
        />
      )}
      {repeats(form) && form.back !== null && (
        <TimeInput
          label={words.backTime}
          offered={later}
          value={form.back}
          error={problems.back}
          onChange={(back) => onChange({ back })}
          onReadable={(readable) => onReadable('back', readable)}
        />
      )}
    </>
  )
}
