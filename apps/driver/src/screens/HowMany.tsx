import { useEffect, useId, useRef } from 'react'
import { useDrive } from '../ui/drive.tsx'
import styles from './riders.module.css'

type Props = { name: string; booked: number; onCancel: () => void; onChoose: (count: number) => void }

/** How many of a booking came: all of them with the first button, fewer with one tap as well. */
export const HowMany = ({ name, booked, onCancel, onChoose }: Props) => {
  const { say } = useDrive()
  const question = useRef<HTMLParagraphElement>(null)
  const id = useId()
  useEffect(() => question.current?.focus(), [])
  return (
    <section className={styles['reasons']} aria-labelledby={id}>
      <p ref={question} id={id} tabIndex={-1}>
        <b>{say('how_many_came', { name })}</b>
      </p>
      <button type="button" className={styles['all-came']} onClick={() => onChoose(booked)}>
        {say('all_came', { n: booked })}
      </button>
      <div className={styles['counts']}>
        {Array.from({ length: booked - 1 }, (_, place) => booked - 1 - place).map((count) => (
          <button key={count} type="button" onClick={() => onChoose(count)}>
            {count} <span className="hidden">{say('came_of', { n: count, booked })}</span>
          </button>
        ))}
      </div>
      <button type="button" onClick={onCancel}>
        {say('cancel')}
      </button>
    </section>
  )
}
