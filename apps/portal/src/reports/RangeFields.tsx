import { DayInput } from '../form/DayInput.tsx'
import classes from './reports.module.css'
import type { Range } from './range.ts'
import { reportStrings as words } from './strings.ts'

type Props = {
  range: Range
  onChange: (change: Partial<Range>) => void
  /** both ends are always set */
  whole?: boolean
}

/** First and last day of a report, both included. */
export const RangeFields = ({ range, onChange, whole = false }: Props) => (
  <>
    {(['filter.from', 'filter.to'] as const).map((end) => (
      <DayInput
        key={end}
        className={classes['date']}
        aria-label={end === 'filter.from' ? words.from : words.to}
        placeholder={end === 'filter.from' ? words.from : words.to}
        clearable={!whole}
        value={range[end]}
        {...(end === 'filter.from'
          ? range['filter.to'] !== null && { maxDate: range['filter.to'] }
          : range['filter.from'] !== null && { minDate: range['filter.from'] })}
        onChange={(value) => onChange({ [end]: value })}
      />
    ))}
  </>
)
