import { type SubmitEvent, useState } from 'react'
import { api } from '@ambit/contract'
import { cardDigits, cardFault, groupedCardDigits, readExpiry } from '@ambit/domain'
import type { Trouble } from '../api/trouble.ts'
import { Field } from '../ui/Field.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { usePayingWords } from '../ui/use-paying-words.ts'
import styles from './paying.module.css'

type Typed = { name: string; number: string; expiry: string; cvc: string }
type Faults = Partial<Record<keyof Typed, string>>

type Props = { secret: string; onToken: (token: string) => Promise<Trouble | null> }

const entryOf = ({ number, expiry, cvc }: Typed) => ({
  number: cardDigits(number),
  cvc: cvc.trim(),
  ...readExpiry(expiry),
})

/** The first field that is wrong, from the top; `today` is a calendar date. */
const faultsOf = (typed: Typed, words: ReturnType<typeof usePayingWords>, today: string): Faults => {
  if (typed.name.trim() === '') return { name: words.name_missing }
  switch (cardFault(entryOf(typed), today)?.field) {
    case 'number':
      return { number: words.number_wrong }
    case 'exp_month':
      return { expiry: words.expiry_wrong }
    case 'cvc':
      return { cvc: words.security_code_wrong }
    case undefined:
      return {}
  }
}

/** The built-in provider's element. What is typed is sent to the provider once, and is not kept after the form closes. */
export const TestCard = ({ secret, onToken }: Props) => {
  const { say, calls, now } = useRide()
  const words = usePayingWords()
  const [typed, setTyped] = useState<Typed>({ name: '', number: '', expiry: '', cvc: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [token, setToken] = useState<string | null>(null)
  /** Null: it was refused, and why is said. */
  const tokenise = async (): Promise<string | null> => {
    if (token !== null) return token
    const body = { ...entryOf(typed), client_secret: secret, name: typed.name.trim() }
    const answered = await calls.call(api.ride.testCard, { body })
    if (answered.ok) {
      setToken(answered.answer.data.payment_method_id)
      return answered.answer.data.payment_method_id
    }
    const number = answered.trouble.fields.get('/number')
    setFaults(number === undefined ? {} : { number })
    setTrouble(number === undefined ? answered.trouble : null)
    return null
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    const wrong = faultsOf(typed, words, new Date(now()).toISOString().slice(0, 10))
    setFaults(wrong)
    setTrouble(null)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    const made = await tokenise()
    const failed = made === null ? null : await onToken(made)
    if (made !== null && failed === null) return
    if (failed !== null) setTrouble(failed)
    setBusy(false)
  }
  const field = (name: keyof Typed, label: string) => ({
    label,
    fault: faults[name],
    value: typed[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: target.value })
      setToken(null)
    },
  })
  return (
    <form className={styles['entry']} onSubmit={(event) => void submit(event)} aria-label={words.add} noValidate>
      <p className={styles['hint']}>{words.test_only}</p>
      <Field {...field('name', words.name)} />
      <Field
        {...field('number', words.number)}
        inputMode="numeric"
        onBlur={() => setTyped({ ...typed, number: groupedCardDigits(cardDigits(typed.number)) })}
      />
      <div className={styles['pair']}>
        <Field {...field('expiry', words.expiry)} inputMode="numeric" placeholder="MM / YY" />
        <Field {...field('cvc', words.security_code)} inputMode="numeric" />
      </div>
      <TroubleNote trouble={trouble} />
      <button type="submit" className="main" aria-disabled={isBusy}>
        {isBusy ? say('sending') : words.save_card}
      </button>
    </form>
  )
}
