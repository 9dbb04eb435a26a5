import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

type Props = { before: number; after: number; currency: string }

/** How the price of a change differs from that of the ride as it is booked. */
export const PriceChange = ({ before, after, currency }: Props) => {
  const { say, timesOf } = useRide()
  const price = timesOf(null).money(Math.abs(after - before), currency)
  return (
    <span className={styles['muted']}>
      {' '}
      {after === before
        ? say('price_same')
        : say(after > before ? 'price_difference_more' : 'price_difference_less', { price })}
    </span>
  )
}
