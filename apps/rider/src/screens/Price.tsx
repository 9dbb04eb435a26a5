import type { RideOffering } from '@ambit/contract'
import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

type Props = { offering: Pick<RideOffering, 'scaled_price' | 'total_price'>; currency: string }

/** What the passenger pays, and the fare before reductions where it is another. */
export const Price = ({ offering: { scaled_price, total_price }, currency }: Props) => {
  const { say, timesOf } = useRide()
  const { money } = timesOf(null)
  return (
    <span className={styles['price']}>
      <strong>{total_price === 0 ? say('free') : money(total_price, currency)}</strong>
      {scaled_price !== total_price && (
        <span className={styles['muted']}> {say('price_before', { price: money(scaled_price, currency) })}</span>
      )}
    </span>
  )
}
