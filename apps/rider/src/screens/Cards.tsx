import { useRef, useState } from 'react'
import { api } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { usePayingWords } from '../ui/use-paying-words.ts'
import { AddCard, takesCards } from './AddCard.tsx'
import styles from './screens.module.css'

/** Cards that rides can be paid with, each of which can be removed, and the way to add one where cards are taken. */
export const Cards = () => {
  const { say, calls } = useRide()
  const words = usePayingWords()
  const { answer, again } = useAsked(api.ride.cards)
  const provider = useAsked(api.ride.cardProvider).answer?.data ?? null
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [step, setStep] = useState<'list' | 'adding' | 'added'>('list')
  const title = useRef<HTMLHeadingElement>(null)
  const cards = answer?.data ?? []
  const canAdd = provider !== null && takesCards(provider)
  if (cards.length === 0 && !canAdd) return null
  const remove = async (payment_method_id: string): Promise<void> => {
    const answered = await calls.call(api.ride.removeCard, { params: { payment_method_id } })
    setTrouble(answered.ok ? null : answered.trouble)
    setStep('list')
    again()
  }
  const end = (how: 'list' | 'added'): void => {
    setStep(how)
    again()
    title.current?.focus()
  }
  return (
    <section className={styles['form']} aria-label={say('cards')}>
      <h2 ref={title} tabIndex={-1}>
        {say('cards')}
      </h2>
      <TroubleNote trouble={trouble} />
      <p role="status" className={step === 'added' ? styles['good'] : 'hidden'}>
        {step === 'added' && words.added}
      </p>
      {cards.length > 0 && (
        <ul className={styles['list']}>
          {cards.map(({ id, brand, last4, exp_month, exp_year }) => {
            const name = say('card_name', { brand, last4 })
            return (
              <li key={id} className={styles['card']}>
                <p>
                  <strong>{name}</strong> {say('card_until', { until: `${exp_month}/${exp_year % 100}` })}
                </p>
                <button type="button" aria-label={say('remove_this', { name })} onClick={() => void remove(id)}>
                  {say('remove')}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {step === 'adding' && provider !== null && (
        <AddCard provider={provider} onAdded={() => end('added')} onCancel={() => end('list')} />
      )}
      {step !== 'adding' && canAdd && (
        <button type="button" onClick={() => setStep('adding')}>
          {words.add}
        </button>
      )}
    </section>
  )
}
