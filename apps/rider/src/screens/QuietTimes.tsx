import type { QuietHours } from '@ambit/contract'
import { Field } from '../ui/Field.tsx'
import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

type Props = {
  /** null: the usual ones */
  value: QuietHours | null
  usual: QuietHours
  onChange: (hours: QuietHours | null) => void
}

/** When reminders and receipts wait. */
export const QuietTimes = ({ value, usual, onChange }: Props) => {
  const { say } = useRide()
  return (
    <>
      <h2>{say('quiet_hours')}</h2>
      <p className={styles['muted']}>{say('quiet_hours_hint', usual)}</p>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={value !== null}
          onChange={({ target }) => onChange(target.checked ? usual : null)}
        />
        {say('own_quiet_hours')}
      </label>
      {value !== null && (
        <>
          <Field
            label={say('quiet_from')}
            type="time"
            value={value.from}
            onChange={({ target }) => onChange({ ...value, from: target.value })}
          />
          <Field
            label={say('quiet_until')}
            type="time"
            value={value.until}
            onChange={({ target }) => onChange({ ...value, until: target.value })}
          />
        </>
      )}
    </>
  )
}
