import { useId } from 'react'
import { useDrive } from '../ui/drive.tsx'
import styles from './walk-on.module.css'

type Props = { label: string; value: number; most: number; onChange: (value: number) => void }

/** A small number, one tap for each step. */
export const Stepper = ({ label, value, most, onChange }: Props) => {
  const { say } = useDrive()
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles['stepper']}>
      <span id={id}>{label}</span>
      <button
        type="button"
        aria-label={say('one_less', { what: label })}
        aria-disabled={value === 0}
        onClick={() => value > 0 && onChange(value - 1)}
      >
        −
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label={say('one_more', { what: label })}
        aria-disabled={value >= most}
        onClick={() => value < most && onChange(value + 1)}
      >
        +
      </button>
    </div>
  )
}
