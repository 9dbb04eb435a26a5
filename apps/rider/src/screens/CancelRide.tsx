import { useId, useState } from 'react'
import { LegsToCancel } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useReturnWords } from '../ui/use-return-words.ts'
import styles from './screens.module.css'

/** The options of the survey that is asked about cancellations, by their keys. */
const reasons = [
  'plans_changed',
  'booked_by_mistake',
  'other_transport',
  'time_unsuitable',
  'vehicle_late',
  'too_far_to_walk',
  'illness',
  'other',
] as const

type Props = {
  /** whom to call where it does not work */
  phone: string | null
  /** it would stand in the record, as a late one */
  isLate: boolean
  /** what else can be cancelled with it: the other way of there and back, late or not, the call for it, or all rides with stops */
  other: 'none' | 'ride' | 'late_ride' | 'call' | 'rides' | 'late_rides'
  /** answers what stood in the way */
  cancel: (reason: string | null, legs: LegsToCancel) => Promise<Trouble | null>
}

/** Asks before it cancels, and why; the reason may be left out. */
export const CancelRide = ({ phone, isLate, other, cancel }: Props) => {
  const { say } = useRide()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [legs, setLegs] = useState<LegsToCancel>('this')
  const words = useReturnWords()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isLateToo = other === 'late_ride' || other === 'late_rides'
  const withIt = other === 'call' ? 'both_open' : other === 'rides' || other === 'late_rides' ? 'all' : 'both'
  const id = useId()
  const confirm = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const stood = await cancel(reason === '' ? null : reason, legs)
    setBusy(false)
    setTrouble(stood)
  }
  if (!isAsking)
    return (
      <button type="button" className="bad" onClick={() => setAsking(true)}>
        {say('cancel_ride')}
      </button>
    )
  return (
    <section className={styles['card']} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{say('cancel_question')}</h2>
      <p>{say(isLate || (legs === 'all' && isLateToo) ? 'cancel_late' : 'cancel_costs')}</p>
      {other !== 'none' && (
        <fieldset className={styles['group']}>
          <legend>{words('which')}</legend>
          {LegsToCancel.options.map((one) => (
            <label key={one} className={styles['check']}>
              <input type="radio" name={`${id}-which`} checked={legs === one} onChange={() => setLegs(one)} />
              {words(one === 'all' ? withIt : 'this_ride')}
            </label>
          ))}
        </fieldset>
      )}
      <div className={styles['note']}>
        <label htmlFor={id}>{say('cancel_reason')}</label>
        {/* The question was asked for by the button that was here. */}
        <select id={id} value={reason} autoFocus onChange={({ target }) => setReason(target.value)}>
          <option value="">{say('reason_none')}</option>
          {reasons.map((one) => (
            <option key={one} value={one}>
              {say(`reason_${one}`)}
            </option>
          ))}
        </select>
      </div>
      <TroubleNote trouble={trouble} phone={phone} />
      <button type="button" className="bad main" aria-disabled={isBusy} onClick={() => void confirm()}>
        {say('cancel_ride')}
      </button>
      <button type="button" onClick={() => setAsking(false)}>
        {say('keep_ride')}
      </button>
    </section>
  )
}
