import { useEffect, useId, useRef, useState } from 'react'
import { api, type RideBooking, type RideCard } from '@ambit/contract'
import { isPaid } from '@ambit/domain'
import { freshKey } from '../api/fresh-key.ts'
import type { Trouble } from '../api/trouble.ts'
import { type ElementSource, loadElement } from '../ui/card-script.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { usePayingWords } from '../ui/use-paying-words.ts'
import { AddCard, takesCards } from './AddCard.tsx'
import styles from './screens.module.css'

/** How often a payment that is under way is looked at, in ms. */
const LOOK_MS = 2000

type Props = { ride: RideBooking; onChanged: (ride: RideBooking) => void; again: () => void }

/** A ride whose card could not be charged: it is confirmed with the bank, or paid with another card. */
export const PayRide = ({ ride, onChanged, again }: Props) => {
  const { me, setMe, calls, say, timesOf } = useRide()
  const words = usePayingWords()
  const title = useRef<HTMLHeadingElement>(null)
  const price = timesOf(ride.time_zone).money(ride.total_price, ride.currency)
  const isUnpaid = me?.unpaid?.id === ride.id
  const { payment_status: status, to_pay } = ride
  const heading = to_pay === undefined && status !== 'charging' ? words.payment : words.not_paid
  useEffect(() => {
    if (status !== 'charging') return
    const timer = setInterval(again, LOOK_MS)
    return () => clearInterval(timer)
  }, [status, again])
  useEffect(() => {
    // What the account owes is asked again when it has changed here.
    if (isUnpaid === (to_pay !== undefined || status === 'charging')) return
    const look = async (): Promise<void> => {
      const answered = await calls.call(api.ride.me)
      if (answered.ok) setMe(answered.answer.data)
    }
    void look()
  }, [calls, isUnpaid, setMe, status, to_pay])
  return (
    <section className={`${styles['form']} ${styles['card']}`} aria-label={heading}>
      <h2 ref={title} tabIndex={-1}>
        {heading}
      </h2>
      <p role="status" className={to_pay === undefined ? styles['good'] : 'hidden'}>
        {status === 'charging'
          ? words.under_way
          : isPaid(status)
            ? words.paid(price)
            : status === 'waived'
              ? say('waived')
              : ''}
      </p>
      {to_pay !== undefined && (
        <>
          <p>
            {to_pay === 'confirm' ? words.bank_asks : words.failed(price)} {words.until_paid}
          </p>
          <Ways
            ride={ride}
            price={price}
            onChanged={(next) => {
              onChanged(next)
              title.current?.focus()
            }}
            again={again}
          />
        </>
      )}
    </section>
  )
}

type WaysProps = Props & { price: string }

const Ways = ({ ride, price, onChanged, again }: WaysProps) => {
  const words = usePayingWords()
  const provider = useAsked(api.ride.cardProvider).answer?.data ?? null
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      {ride.to_pay === 'confirm' && provider !== null && provider.element !== null && (
        <Confirming id={ride.id} source={provider.element} again={again} />
      )}
      {isChoosing && provider !== null ? (
        <OtherCard ride={ride} price={price} provider={provider} onChanged={onChanged} />
      ) : (
        <button type="button" aria-disabled={provider === null} onClick={() => setChoosing(true)}>
          {words.other_card}
        </button>
      )}
    </>
  )
}

/** The bank asks in a window of the provider (3-D Secure). */
const Confirming = ({ id, source, again }: { id: number; source: ElementSource; again: () => void }) => {
  const { say, calls } = useRide()
  const words = usePayingWords()
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const [refused, setRefused] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const ask = async (): Promise<string | null> => {
    const script = await loadElement(source)
    if (script === null) return words.silent
    const answered = await calls.call(api.ride.confirmPayment, { params: { id } })
    if (!answered.ok) {
      setTrouble(answered.trouble)
      return ''
    }
    const { client_secret, payment_method_id: card } = answered.answer.data
    if (client_secret === null) return words.not_confirmed
    const { error } = await script
      .confirmCardPayment(client_secret, card === null ? {} : { payment_method: card })
      .catch(() => ({ error: { message: words.silent } }))
    return error === undefined ? null : (error.message ?? words.not_confirmed)
  }
  const confirm = async (): Promise<void> => {
    if (state === 'busy') return
    setState('busy')
    setRefused(null)
    setTrouble(null)
    const why = await ask()
    setRefused(why)
    setState(why === null ? 'done' : 'open')
    again()
  }
  useEffect(() => {
    if (state !== 'done') return
    const timer = setInterval(again, LOOK_MS)
    return () => clearInterval(timer)
  }, [state, again])
  if (state === 'done') return <p role="status">{words.under_way}</p>
  return (
    <>
      <p role="alert" className={refused === null ? 'hidden' : styles['late']}>
        {refused}
      </p>
      <TroubleNote trouble={trouble} />
      <button type="button" className="main" aria-disabled={state === 'busy'} onClick={() => void confirm()}>
        {state === 'busy' ? say('sending') : words.confirm}
      </button>
    </>
  )
}

type OtherProps = Omit<WaysProps, 'again'> & { provider: Parameters<typeof AddCard>[0]['provider'] }

const OtherCard = ({ ride, price, provider, onChanged }: OtherProps) => {
  const { say, calls } = useRide()
  const words = usePayingWords()
  const group = useId()
  const { answer, again } = useAsked(api.ride.cards)
  const [added, setAdded] = useState<RideCard | null>(null)
  const [chosen, choose] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  // One for each card that is tried: sent again, it is the same call.
  const keys = useRef(new Map<string, string>())
  const known = answer?.data ?? []
  const cards = added === null || known.some(({ id }) => id === added.id) ? known : [added, ...known]
  const card = chosen ?? cards[0]?.id ?? null
  const pay = async (): Promise<void> => {
    if (isBusy || card === null) return
    setBusy(true)
    const idempotencyKey = keys.current.get(card) ?? freshKey()
    keys.current.set(card, idempotencyKey)
    const input = { params: { id: ride.id }, body: { payment_method_id: card }, idempotencyKey }
    const answered = await calls.call(api.ride.pay, input)
    setBusy(false)
    setTrouble(answered.ok ? null : answered.trouble)
    // It may be declined again, and tried again.
    if (answered.ok || answered.trouble.kind === 'refused') keys.current.delete(card)
    if (answered.ok) onChanged(answered.answer.data)
  }
  return (
    <>
      {cards.length > 0 && (
        <fieldset className={styles['group']}>
          <legend>{words.which_card}</legend>
          {cards.map(({ id, brand, last4 }) => (
            <label key={id} className={styles['check']}>
              <input type="radio" name={group} checked={id === card} onChange={() => choose(id)} />
              {say('card_name', { brand, last4 })}
            </label>
          ))}
        </fieldset>
      )}
      {isAdding ? (
        <AddCard
          provider={provider}
          onAdded={(one) => {
            setAdded(one)
            choose(one.id)
            setAdding(false)
            again()
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        takesCards(provider) && (
          <button type="button" onClick={() => setAdding(true)}>
            {words.add}
          </button>
        )
      )}
      <TroubleNote trouble={trouble} phone={ride.contact.phone_number} />
      {card !== null && !isAdding && (
        <button type="button" className="main" aria-disabled={isBusy} onClick={() => void pay()}>
          {isBusy ? say('sending') : words.pay(price)}
        </button>
      )}
    </>
  )
}
