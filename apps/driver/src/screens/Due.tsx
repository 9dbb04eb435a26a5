import type { ManifestBooking } from '@ambit/contract'
import { useDrive } from '../ui/drive.tsx'
import styles from './riders.module.css'

/** What is due when the passenger gets on, and how many ride by which fare where that is not one adult each. */
export const Due = ({ booking: { due, children, concessions, concession } }: { booking: ManifestBooking }) => {
  const { say, times } = useDrive()
  const fares = [
    ...(children > 0 ? [say('fare_children', { n: children })] : []),
    ...(concession === null ? [] : [say('concession', { name: concession.name })]),
    ...(concessions > 0 ? [say('fare_concessions', { n: concessions })] : []),
  ]
  const words = ((): string => {
    switch (due.kind) {
      case 'paid':
        return say('due_paid')
      case 'card':
        return say('due_card')
      case 'cash':
        return say('due_cash', { amount: times.money(due.amount, due.currency) })
      case 'transport_card':
        return due.method === 'cash' || due.method === 'card' ? say('due_card') : say(due.method)
      case 'free':
        return say('due_free')
    }
  })()
  return (
    <p className={styles['due']}>
      <b>{words}</b>
      {fares.length > 0 && <span>{fares.join(', ')}</span>}
    </p>
  )
}
