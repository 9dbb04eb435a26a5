import { useState } from 'react'
import type { PaymentMethodName } from '@ambit/contract'
import { askToKeepStorage } from '@ambit/phone-push/storage'
import type { Trouble } from '../api/trouble.ts'
import type { Notes } from '../plan/draft.ts'
import { installing } from '../ui/installing.ts'
import { go } from '../ui/path.ts'
import { useFlow, useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useReturnWords } from '../ui/use-return-words.ts'
import styles from './screens.module.css'

export type BookProps = {
  passenger: number
  offering: number
  /** booked with it; null: there is no way back */
  back: { choice: 'timed'; service_offering_id: number } | { choice: 'open' } | null
  payment: PaymentMethodName
  notes: Notes
  /** a discount code that was tried; null: none */
  code: string | null
}

/** Books once, however often it is tapped. */
export const BookButton = ({ passenger, offering, back, payment, notes, code }: BookProps) => {
  const { say, flow } = useRide()
  const { draft } = useFlow()
  const words = useReturnWords()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const book = async (another: boolean): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    askToKeepStorage()
    const booked = await flow.book(passenger, offering, { payment_method: payment, another, notes, code, back })
    if (booked.kind === 'booked') {
      installing.booked()
      return go(`rides/${booked.ride.id}`, { replace: true })
    }
    setBusy(false)
    setTrouble(booked.trouble)
  }
  if (trouble?.code === 'another_ride')
    return (
      <div role="alert" className={styles['notice']}>
        <p>{trouble.message}</p>
        <button type="button" className="main" aria-disabled={isBusy} onClick={() => void book(true)}>
          {say(isBusy ? 'booking' : 'book_another')}
        </button>
        <button type="button" onClick={() => setTrouble(null)}>
          {say('do_not_book')}
        </button>
      </div>
    )
  return (
    <>
      {trouble?.kind === 'silent' ? (
        <p role="alert" className={styles['notice']}>
          {say('book_silent')}
        </p>
      ) : (
        <TroubleNote trouble={trouble} />
      )}
      <button type="button" className="main" aria-disabled={isBusy} onClick={() => void book(false)}>
        {isBusy
          ? say('booking')
          : back?.choice === 'timed'
            ? words('book_both')
            : say(draft.replaces === null ? 'book' : 'book_change')}
      </button>
    </>
  )
}
