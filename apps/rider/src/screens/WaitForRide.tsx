import { useState } from 'react'
import { api, type PaymentMethodName, type RideSearchWay, type RideWaiting } from '@ambit/contract'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useSent } from '../ui/use-sent.ts'
import styles from './screens.module.css'

/** A search that found nothing waits until there is room for it, where the zone keeps a list. */
export const WaitForRide = ({ answer: { id, can_wait, time_zone } }: { answer: RideSearchWay }) => {
  const { say, timesOf, now } = useRide()
  const [waiting, setWaiting] = useState<RideWaiting | null>(null)
  const { send, isBusy, trouble } = useSent(api.ride.wait)
  if (can_wait === null) return null
  const times = timesOf(time_zone)
  const wait = async (payment_method: PaymentMethodName): Promise<void> => {
    const sent = await send({ params: { id }, body: { payment_method } })
    if (sent?.ok === true) setWaiting(sent.answer.data)
  }
  if (waiting !== null)
    return (
      <p role="status" className={styles['good']}>
        {say('waits_until', {
          from: times.clockAndDay(waiting.earliest_at, now()),
          to: times.clock(waiting.latest_at),
          end: times.clockAndDay(waiting.give_up_at, now()),
        })}
      </p>
    )
  return (
    <section className={styles['group']} aria-label={say('wait_for_ride')}>
      <p>{say('wait_why')}</p>
      {can_wait.map((method) => (
        <button key={method} type="button" aria-disabled={isBusy} onClick={() => void wait(method)}>
          {can_wait.length === 1 ? say('wait_for_ride') : say('wait_paying', { method: say(`pay_${method}`) })}
        </button>
      ))}
      <TroubleNote trouble={trouble} />
    </section>
  )
}
