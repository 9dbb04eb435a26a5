import { useState } from 'react'
import { api, type PaymentMethodName, type RideSearchWay, type RideWaiting } from '@ambit/contract'
import { freshKey } from '../api/fresh-key.ts'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import styles from './screens.module.css'

/** A search that found nothing waits until there is room for it, where the zone keeps a list. */
export const WaitForRide = ({ answer: { id, can_wait, time_zone } }: { answer: RideSearchWay }) => {
  const { say, calls, timesOf, now } = useRide()
  const [waiting, setWaiting] = useState<RideWaiting | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  if (can_wait === null) return null
  const times = timesOf(time_zone)
  const wait = async (payment_method: PaymentMethodName): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const answered = await calls.call(api.ride.wait, {
      params: { id },
      body: { payment_method },
      idempotencyKey: freshKey(),
    })
    setBusy(false)
    if (answered.ok) setWaiting(answered.answer.data)
    setTrouble(answered.ok ? null : answered.trouble)
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
