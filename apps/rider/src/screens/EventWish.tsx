import { useId } from 'react'
import { alwaysTold, type MessageChannel, messageChannels, type MessageEvent } from '@ambit/contract'
import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

type Wish = MessageChannel | 'none'
type Props = {
  event: MessageEvent
  /** what could reach the passenger now */
  reached_by: readonly MessageChannel[]
  /** null: as usual */
  value: Wish | null
  onChange: (wish: Wish | null) => void
}

/** By what the passenger hears of one event. What does not reach them now stays chosen, and says so. */
export const EventWish = ({ event, reached_by, value, onChange }: Props) => {
  const { say } = useRide()
  const id = useId()
  const offered = messageChannels.filter((channel) => reached_by.includes(channel) || channel === value)
  const wishes: readonly Wish[] = alwaysTold.includes(event) ? offered : [...offered, 'none']
  return (
    <div className={styles['note']}>
      <label htmlFor={id}>{say(`event_${event}`)}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ target }) => onChange(wishes.find((wish) => wish === target.value) ?? null)}
      >
        <option value="">{say('as_usual')}</option>
        {wishes.map((wish) => (
          <option key={wish} value={wish}>
            {say(`by_${wish}`)}
          </option>
        ))}
      </select>
      {value !== null && value !== 'none' && !reached_by.includes(value) && (
        <p className={styles['muted']}>{say('not_reached_by')}</p>
      )}
    </div>
  )
}
