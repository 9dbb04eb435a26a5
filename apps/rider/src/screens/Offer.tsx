import type { RideOffering, RideSearchWay } from '@ambit/contract'
import { StopLine } from '../ui/StopLine.tsx'
import { useRide } from '../ui/ride.tsx'
import { Hold } from './Hold.tsx'
import { Price } from './Price.tsx'
import { WalksOfOffer } from './Walking.tsx'
import styles from './screens.module.css'

const SECONDS = 60

type Props = { offering: RideOffering; answer: RideSearchWay; onChoose: () => void }

/** One way to travel: when, where, how far on foot, how long, for how much, and what is best about it. */
export const Offer = ({ offering, answer, onChoose }: Props) => {
  const { say, timesOf } = useRide()
  const { kind, pickup, dropoff, ride_s } = offering
  const times = timesOf(answer.time_zone)
  const range = { from: times.clock(pickup.lower_bound), to: times.clock(pickup.upper_bound) }
  return (
    <article className={styles['card']} aria-label={`${say(kind)}, ${say('between', range)}`}>
      <div className={styles['split']}>
        <h2>{say(kind)}</h2>
        <Price offering={offering} currency={answer.currency} />
      </div>
      <StopLine label={say('pick_up')} stop={pickup} times={times} />
      <StopLine label={say('drop_off')} stop={dropoff} times={times} />
      <p className={styles['muted']}>{say('ride_time', { n: Math.round(ride_s / SECONDS) })}</p>
      <WalksOfOffer offering={offering} />
      <Hold offering={offering} />
      <button
        type="button"
        className="main"
        aria-label={say('choose_this', { kind: say(kind), ...range })}
        onClick={onChoose}
      >
        {say('choose')}
      </button>
    </article>
  )
}
