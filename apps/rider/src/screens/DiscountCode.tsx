import { type SubmitEvent, useState } from 'react'
import { api, type RideCodePrice } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { Field } from '../ui/Field.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import styles from './screens.module.css'

type Props = {
  /** of each way */
  offerings: readonly number[]
  used: RideCodePrice | null
  /** what all of them cost with it */
  onUsed: (used: RideCodePrice | null) => void
}

/** A code is tried before the booking, and says what it makes of the price. */
export const DiscountCode = ({ offerings, used, onUsed }: Props) => {
  const { say, calls } = useRide()
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy || code.trim() === '') return
    setBusy(true)
    setTrouble(null)
    const prices: RideCodePrice[] = []
    for (const id of offerings) {
      const answered = await calls.call(api.ride.tryCode, { params: { id }, body: { code } })
      if (answered.ok) {
        prices.push(answered.answer.data)
        continue
      }
      setTrouble(answered.trouble)
      break
    }
    setBusy(false)
    const [first] = prices
    const isUsed = first !== undefined && prices.length === offerings.length
    onUsed(isUsed ? { ...first, total_price: prices.reduce((sum, price) => sum + price.total_price, 0) } : null)
  }
  return (
    <form className={styles['note']} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={say('optional', { label: say('discount_code') })}
        fault={trouble?.fields.get('/code')}
        autoComplete="off"
        maxLength={40}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <button type="submit" aria-disabled={isBusy}>
        {say(isBusy ? 'sending' : 'discount_use')}
      </button>
      <TroubleNote trouble={trouble} shown={['/code']} />
      <p role="status" className={styles['good']}>
        {used !== null && say('discount_used', { code: used.discount_code })}
      </p>
    </form>
  )
}
