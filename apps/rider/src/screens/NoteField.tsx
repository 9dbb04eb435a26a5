import { useId } from 'react'
import { STOP_NOTE_LENGTH } from '@ambit/contract'
import { Fault } from '../ui/Field.tsx'
import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

type Props = { label: string; value: string; fault?: string | undefined; onChange: (text: string) => void }

/** For a driver, with who reads it and how much may still be written. */
export const NoteField = ({ label, value, fault, onChange }: Props) => {
  const { say } = useRide()
  const id = useId()
  return (
    <div className={styles['note']}>
      <label htmlFor={id}>{say('optional', { label })}</label>
      <p id={`${id}-hint`} className={styles['muted']}>
        {say('note_hint')} {say('note_left', { n: STOP_NOTE_LENGTH - value.length })}
      </p>
      <textarea
        id={id}
        rows={2}
        maxLength={STOP_NOTE_LENGTH}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? `${id}-hint` : `${id}-hint ${id}-fault`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}
