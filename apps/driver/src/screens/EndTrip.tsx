import { useState } from 'react'
import { useDrive } from '../ui/drive.tsx'
import type { Deeds } from '../ui/use-deeds.ts'
import styles from './driving.module.css'

/** Asks once, because a trip that has ended cannot be taken back. */
export const EndTrip = ({ act }: { act: Deeds['act'] }) => {
  const { say } = useDrive()
  const [asked, setAsked] = useState(false)
  if (!asked)
    return (
      <button type="button" className="main" onClick={() => setAsked(true)}>
        {say('end_trip')}
      </button>
    )
  return (
    <section className={styles['question']}>
      <p role="status">{say('end_trip_sure')}</p>
      {/* The focus stays where the first tap was, on the way back. */}
      <button type="button" autoFocus onClick={() => setAsked(false)}>
        {say('keep_driving')}
      </button>
      <button
        type="button"
        className="main"
        onClick={() => {
          setAsked(false)
          void act({ kind: 'complete' })
        }}
      >
        {say('end_trip')}
      </button>
    </section>
  )
}
