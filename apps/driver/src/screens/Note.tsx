import { useState } from 'react'
import { useDrive } from '../ui/drive.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import styles from './riders.module.css'

/** So many characters can be read at a glance; the rest after a tap. */
const GLANCE = 120

type Props = {
  /** whose it is */
  name: string
  text: string
  /** it was changed, until the driver says to have read it; null: it was not */
  onSeen: (() => void) | null
}

export const Note = ({ name, text, onSeen }: Props) => {
  const { say } = useDrive()
  const [whole, setWhole] = useState(false)
  const long = text.length > GLANCE
  return (
    <div className={styles['note']}>
      <Pictogram name="note" />
      <p>
        {onSeen !== null && <strong className={styles['new']}>{say('note_new')}</strong>} <b>{say('note')}:</b>{' '}
        {long && !whole ? `${text.slice(0, GLANCE)}…` : text}
      </p>
      {long && (
        <button type="button" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {say(whole ? 'less' : 'more')}
        </button>
      )}
      {onSeen !== null && (
        <button type="button" onClick={onSeen}>
          {say('note_seen')} <span className="hidden">{name}</span>
        </button>
      )}
    </div>
  )
}
