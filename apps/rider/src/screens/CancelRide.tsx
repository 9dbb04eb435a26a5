import { useId, useState } from 'react'
import { api, type RideBooking } from '@ambit/contract'
import { freshKey } from '../api/fresh-key.ts'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
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

/** Asks before it cancels, and why; the reason may be left out. */
export const CancelRide = ({ ride, onCancelled }: { ride: RideBooking; onCancelled: (ride: RideBooking) => void }) => {
  const { say, calls } = useRide()
  const [isAsking, setAsking] = useState(false)
  const [key] = useState(freshKey)
  const [reason, setReason] = useState('')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const cancel = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const body = { reason: reason === '' ? null : reason }
    const answered = await calls.call(api.ride.cancel, { params: { id: ride.id }, body, idempotencyKey: key })
    setBusy(false)
    if (answered.ok) onCancelled(answered.answer.data)
    else setTrouble(answered.trouble)
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
      <p>{say('cancel_costs')}</p>
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
      <TroubleNote trouble={trouble} phone={ride.contact.phone_number} />
      <button type="button" className="bad main" aria-disabled={isBusy} onClick={() => void cancel()}>
        {say('cancel_ride')}
      </button>
      <button type="button" onClick={() => setAsking(false)}>
        {say('keep_ride')}
      </button>
    </section>
  )
}
