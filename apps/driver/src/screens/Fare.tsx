import { useEffect, useId, useRef, useState } from 'react'
import { type ManifestBooking, unpaidReasons } from '@ambit/contract'
import { NO_FARE } from '@ambit/domain'
import { amountOf, dueInCash, isCash, isTold } from '../trip/fare-view.ts'
import type { Rider } from '../trip/stop-view.ts'
import { useDrive } from '../ui/drive.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import type { Deeds } from '../ui/use-deeds.ts'
import styles from './riders.module.css'

type Props = { booking: ManifestBooking; rider: Rider; name: string; act: Deeds['act'] }

type Asking = 'nothing' | 'change' | 'other_amount' | 'why_not'

/** The cash fare of a passenger who is, or was, on board: paid, paid otherwise, or not and why. It stops nothing. */
export const Fare = ({ booking, rider, name, act }: Props) => {
  const { say, times } = useDrive()
  const [asking, setAsking] = useState<Asking>('nothing')
  const fare = rider.fare ?? NO_FARE
  if (!isCash(booking, fare)) return null
  const amount = dueInCash(booking, fare)
  const money = (sum: number): string => times.money(sum, booking.due.currency)
  const done = (): void => setAsking('nothing')
  const paid = (sum: number): void => {
    done()
    void act({ kind: 'paid', service_request_id: rider.id, amount: sum })
  }
  if (asking === 'other_amount') return <OtherAmount name={name} onCancel={done} onEnter={paid} />
  if (asking === 'why_not')
    return (
      <section className={styles['reasons']} aria-label={say('why_not_paid')}>
        <p>
          <b>{say('why_not_paid')}</b>
        </p>
        {unpaidReasons.map((reason, place) => (
          <button
            key={reason}
            type="button"
            autoFocus={place === 0}
            onClick={() => {
              done()
              void act({ kind: 'not_paid', service_request_id: rider.id, reason })
            }}
          >
            {say(`unpaid_${reason}`)}
          </button>
        ))}
        <button type="button" onClick={done}>
          {say('cancel')}
        </button>
      </section>
    )
  if (isTold(fare) && asking === 'nothing')
    return (
      <div className={styles['told']}>
        <p className={styles['done']}>
          <Pictogram name={fare.paid === null ? 'warning' : 'done'} />{' '}
          {fare.unpaid_reason === null
            ? say('fare_paid', { amount: money(fare.paid ?? 0) })
            : say('fare_not_paid', { reason: say(`unpaid_${fare.unpaid_reason}`) })}
        </p>
        <button type="button" onClick={() => setAsking('change')}>
          {say('change_fare')} <span className="hidden">{name}</span>
        </button>
      </div>
    )
  return (
    <div className={styles['fare']}>
      <button type="button" onClick={() => paid(amount)}>
        {say('fare_paid', { amount: money(amount) })} <span className="hidden">{name}</span>
      </button>
      <button type="button" onClick={() => setAsking('other_amount')}>
        {say('paid_other_amount')} <span className="hidden">{name}</span>
      </button>
      <button type="button" onClick={() => setAsking('why_not')}>
        {say('not_paid')} <span className="hidden">{name}</span>
      </button>
      {booking.concession !== null && fare.concession_shown === null && (
        <button type="button" onClick={() => void act({ kind: 'concession_not_shown', service_request_id: rider.id })}>
          {say('concession_not_shown')} <span className="hidden">{name}</span>
        </button>
      )}
    </div>
  )
}

type OtherProps = { name: string; onCancel: () => void; onEnter: (amount: number) => void }

const OtherAmount = ({ name, onCancel, onEnter }: OtherProps) => {
  const { say } = useDrive()
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const ids = { field: useId(), hint: useId() }
  useEffect(() => field.current?.focus(), [])
  const enter = (): void => {
    const amount = amountOf(typed)
    if (amount !== null) return onEnter(amount)
    setRefused(true)
    field.current?.focus()
  }
  return (
    <section className={styles['reasons']} aria-label={say('paid_other_amount')}>
      <label htmlFor={ids.field}>{say('amount_of', { name })}</label>
      <input
        ref={field}
        id={ids.field}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        aria-invalid={refused}
        aria-describedby={ids.hint}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p id={ids.hint} role="alert" className={styles['hint']}>
        {refused && say('amount_hint')}
      </p>
      <button type="button" onClick={enter}>
        {say('paid')}
      </button>
      <button type="button" onClick={onCancel}>
        {say('cancel')}
      </button>
    </section>
  )
}
