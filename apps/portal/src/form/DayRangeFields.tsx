import type { DayRange } from '../url/day-range.ts'
import { DayInput } from './DayInput.tsx'
import classes from './fields.module.css'
import { formStrings as words } from './strings.ts'

type Props = {
  range: DayRange
  onChange: (change: Partial<DayRange>) => void
  /** both ends are always set */
  whole?: boolean
}

/** From one day to another, both included. */
export const DayRangeFields = ({ range, onChange, whole = false }: Props) => (
  <>
    {(['filter.from', 'filter.to'] as const).map((end) => (
      <DayInput
        key={end}
        className={classes['day']}
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
