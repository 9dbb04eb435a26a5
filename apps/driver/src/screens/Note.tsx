import { useState } from 'react'
import { useDrive } from '../ui/drive.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import styles from './riders.module.css'

/** So many characters can be read at a glance; the rest after a tap. */
const GLANCE = 120

export const Note = ({ text }: { text: string }) => {
  const { say } = useDrive()
  const [whole, setWhole] = useState(false)
  const long = text.length > GLANCE
  return (
    <div className={styles['note']}>
      <Pictogram name="note" />
      <p>
        <b>{say('note')}:</b> {long && !whole ? `${text.slice(0, GLANCE)}…` : text}
      </p>
      {long && (
        <button type="button" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {say(whole ? 'less' : 'more')}
        </button>
      )}
    </div>
  )
}
