import type { TripManifest } from '@ambit/contract'
import { cashOf, type CashLine } from '../trip/fare-view.ts'
import { useDrive } from '../ui/drive.tsx'
import styles from './trips.module.css'

/** What was taken in cash, with one line for each fare; nothing where no fare was to be paid so. */
export const CashToHandIn = ({ manifest }: { manifest: TripManifest }) => {
  const { say, times } = useDrive()
  const { lines, sum } = cashOf(manifest)
  const currency = lines[0]?.booking.due.currency
  if (currency === undefined) return null
  const words = ({ fare, due }: CashLine): string => {
    if (fare.paid !== null) return times.money(fare.paid, currency)
    return fare.unpaid_reason === null
      ? say('fare_not_told', { amount: times.money(due, currency) })
      : say('fare_not_paid', { reason: say(`unpaid_${fare.unpaid_reason}`) })
  }
  return (
    <section className={styles['cash']} aria-label={say('cash')}>
      <h2>{say('cash_to_hand_in', { amount: times.money(sum, currency) })}</h2>
      <dl className={styles['sums']}>
        {lines.map((line, place) => (
          <div key={line.booking.id}>
            <dt>{line.booking.name === '' ? say('passenger', { n: place + 1 }) : line.booking.name}</dt>
            <dd>{words(line)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
