import { useEffect, useRef, useState } from 'react'
import { api, type CardProvider, type RideCard } from '@ambit/contract'
import { freshKey } from '../api/fresh-key.ts'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { usePayingWords } from '../ui/use-paying-words.ts'
import { StripeCard } from './StripeCard.tsx'
import { TestCard } from './TestCard.tsx'
import styles from './screens.module.css'

export const takesCards = ({ kind, element }: CardProvider): boolean => kind === 'test' || element !== null

type Props = { provider: CardProvider; onAdded: (card: RideCard) => void; onCancel: () => void }

/** Adds a card: a setup of the server, the provider's element, and its token for the server. */
export const AddCard = ({ onCancel, ...props }: Props) => {
  const { say } = useRide()
  const words = usePayingWords()
  const heading = useRef<HTMLHeadingElement>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={`${styles['form']} ${styles['card']}`} aria-label={words.add}>
      <h3 ref={heading} tabIndex={-1}>
        {words.add}
      </h3>
      <Setup key={attempt} onAgain={() => setAttempt(attempt + 1)} {...props} />
      <button type="button" onClick={onCancel}>
        {say('cancel')}
      </button>
    </section>
  )
}

/** `begun`: with the secret that the element goes on with; null: the provider gave none. */
type Step = { kind: 'beginning' } | { kind: 'failed'; trouble: Trouble } | { kind: 'begun'; secret: string | null }

const Setup = ({ provider, onAdded, onAgain }: Omit<Props, 'onCancel'> & { onAgain: () => void }) => {
  const { say, calls } = useRide()
  const words = usePayingWords()
  const [step, setStep] = useState<Step>({ kind: 'beginning' })
  const key = useRef({ token: '', key: '' })
  useEffect(() => {
    const begin = async (): Promise<void> => {
      const answered = await calls.call(api.ride.setUpCard)
      if (answered.ok) setStep({ kind: 'begun', secret: answered.answer.data.client_secret })
      else setStep({ kind: 'failed', trouble: answered.trouble })
    }
    void begin()
  }, [calls])
  /** Sent again with the same token, it is the same call. */
  const attach = async (token: string): Promise<Trouble | null> => {
    if (key.current.token !== token) key.current = { token, key: freshKey() }
    const input = { body: { payment_method_id: token }, idempotencyKey: key.current.key }
    const answered = await calls.call(api.ride.addCard, input)
    if (!answered.ok) return answered.trouble
    onAdded(answered.answer.data)
    return null
  }
  if (step.kind === 'beginning') return <p role="status">{say('loading')}</p>
  if (step.kind === 'failed' || step.secret === null)
    return (
      <>
        {step.kind === 'failed' ? <TroubleNote trouble={step.trouble} /> : <p role="alert">{words.no_setup}</p>}
        <button type="button" onClick={onAgain}>
          {say('try_again')}
        </button>
      </>
    )
  return provider.element === null ? (
    <TestCard secret={step.secret} onToken={attach} />
  ) : (
    <StripeCard source={provider.element} secret={step.secret} onToken={attach} />
  )
}
