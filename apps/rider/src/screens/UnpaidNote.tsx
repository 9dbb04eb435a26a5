import type { UnpaidRide } from '@ambit/contract'
import { civilIn } from '../ride/zone-time.ts'
import { Link } from '../ui/Link.tsx'
import { useRide } from '../ui/ride.tsx'
import { usePayingWords } from '../ui/use-paying-words.ts'
import styles from './screens.module.css'

type Props = {
  unpaid: UnpaidRide
  /** what it keeps from, in the place of what happened */
  why?: boolean
  /** whose it is pays for it, and nobody else */
  isOwn: boolean
}

/** That a ride is not paid, with the way to it. */
export const UnpaidNote = ({ unpaid, why = false, isOwn }: Props) => {
  const { timesOf } = useRide()
  const words = usePayingWords()
  const { id, total_price, currency, rode_at, time_zone } = unpaid
  const times = timesOf(time_zone)
  const day = times.day(civilIn(time_zone, Date.parse(rode_at)).date)
  return (
    <div className={styles['notice']}>
      <p>{why ? words.no_card_now(day) : words.unpaid_ride(day, times.money(total_price, currency))}</p>
      {isOwn && (
        <Link to={`rides/${id}`} className="link">
          {words.to_ride}
        </Link>
      )}
    </div>
  )
}
