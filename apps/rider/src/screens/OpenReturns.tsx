import { api } from '@ambit/contract'
import { Link } from '../ui/Link.tsx'
import { useRide } from '../ui/ride.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useReturnWords } from '../ui/use-return-words.ts'
import { ForWhom } from './ForWhom.tsx'
import styles from './screens.module.css'

/** Ways back that wait for a call, each with the way to its button. */
export const OpenReturns = () => {
  const { say, timesOf, now } = useRide()
  const words = useReturnWords()
  const { answer } = useAsked(api.ride.returns)
  const waiting = (answer?.data ?? []).filter(({ state }) => state === 'waiting')
  if (waiting.length === 0) return null
  return (
    <ul className={styles['list']} aria-label={words('your_return')}>
      {waiting.map(({ id, origin, destination, time_zone, call_until, traveler_name }) => (
        <li key={id}>
          <Link to={`returns/${id}`} className={`link ${styles['next']}`}>
            <strong>{say('way', { from: origin.name, to: destination.name })}</strong>
            <ForWhom name={traveler_name} />
            <span className={styles['muted']}>
              {words('when_you_call', { until: timesOf(time_zone).clockAndDay(call_until, now()) })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
