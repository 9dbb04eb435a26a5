import { useId, useState } from 'react'
import { api, type RideBooking } from '@ambit/contract'
import { freshKey } from '../api/fresh-key.ts'
import type { Trouble } from '../api/trouble.ts'
import { Fault } from '../ui/Field.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import styles from './screens.module.css'

const STARS = [1, 2, 3, 4, 5]
const LONGEST = 1000

/** One to five stars, and words with them. */
export const Rating = ({ ride, onRated }: { ride: RideBooking; onRated: (ride: RideBooking) => void }) => {
  const { say, calls } = useRide()
  const [rating, setRating] = useState(ride.rating)
  const [words, setWords] = useState(ride.comments ?? '')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [state, setState] = useState<'open' | 'missing' | 'sending' | 'saved'>('open')
  const id = useId()
  const send = async (): Promise<void> => {
    if (state === 'sending') return
    if (rating === null) return setState('missing')
    setState('sending')
    setTrouble(null)
    const body = { rating, comments: words.trim() || null }
    const answered = await calls.call(api.ride.feedback, { params: { id: ride.id }, body, idempotencyKey: freshKey() })
    setState(answered.ok ? 'saved' : 'open')
    if (answered.ok) onRated(answered.answer.data)
    else setTrouble(answered.trouble)
  }
  return (
    <section className={styles['card']} aria-label={say('rate')}>
      <fieldset className={styles['group']} aria-describedby={`${id}-fault`}>
        <legend>{say('rate')}</legend>
        <div className={styles['stars']}>
          {STARS.map((star) => (
            <label key={star} className={styles['star']} data-full={rating !== null && star <= rating}>
              <input
                type="radio"
                className="hidden"
                name={id}
                checked={rating === star}
                onChange={() => {
                  setRating(star)
                  setState('open')
                }}
              />
              <Pictogram name="star" />
              <span className="hidden">{say('stars', { n: star })}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Fault id={`${id}-fault`} text={state === 'missing' ? say('rating_missing') : null} />
      <div className={styles['note']}>
        <label htmlFor={`${id}-words`}>{say('optional', { label: say('rate_words') })}</label>
        <textarea
          id={`${id}-words`}
          rows={3}
          maxLength={LONGEST}
          value={words}
          aria-invalid={trouble?.fields.has('/comments') ?? false}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      <TroubleNote trouble={trouble} phone={ride.contact.phone_number} />
      <p role="status" className={state === 'saved' ? styles['good'] : 'hidden'}>
        {state === 'saved' && say('rate_thanks')}
      </p>
      <button type="button" className="main" aria-disabled={state === 'sending'} onClick={() => void send()}>
        {say(state === 'sending' ? 'sending' : 'rate_send')}
      </button>
    </section>
  )
}
