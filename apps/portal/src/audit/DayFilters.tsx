import { DayInput } from '../form/DayInput.tsx'
import classes from './audit.module.css'
import type { DayState } from './queries.ts'
import { auditStrings as words } from './strings.ts'

type Props = { state: DayState; onChange: (change: Partial<DayState>) => void }

/** From one day to another, both included. */
export const DayFilters = ({ state, onChange }: Props) => (
  <>
    {(['filter.from', 'filter.to'] as const).map((end) => (
      <DayInput
        key={end}
        className={classes['date']}
        aria-label={end === 'filter.from' ? words.from : words.to}
        placeholder={end === 'filter.from' ? words.from : words.to}
        clearable
        value={state[end]}
        onChange={(value) => onChange({ [end]: value })}
      />
    ))}
  </>
)
