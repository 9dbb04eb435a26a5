import { useId, useState } from 'react'
import { api, type RideBooking } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import styles from './screens.module.css'

/** Hands the link to what the device shares with; else copies it. Answers whether it was copied. */
const handOn = async (title: string, url: string): Promise<boolean> => {
  if (typeof navigator.share === 'function') {
    // Who closes what the device offers has the link on the page.
    await navigator.share({ title, url }).catch(() => undefined)
    return false
  }
  // Only pages under HTTPS have one.
  if (!('clipboard' in navigator)) return false
  return navigator.clipboard.writeText(url).then(
    () => true,
    () => false,
  )
}

type Props = { ride: RideBooking; onChanged: (ride: RideBooking) => void }

/** Makes the link by which others follow the ride, and takes it back. */
export const ShareRide = ({ ride, onChanged }: Props) => {
  const { say, calls } = useRide()
  const [link, setLink] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const id = useId()
  const params = { id: ride.id }
  const make = async (): Promise<string | null> => {
    const answered = await calls.call(api.rideTracking.share, { params })
    setTrouble(answered.ok ? null : answered.trouble)
    if (!answered.ok) return null
    setLink(answered.answer.data.link)
    onChanged({ ...ride, shared: true })
    return answered.answer.data.link
  }
  const share = async (): Promise<void> => {
    // Browsers share and copy soon after a tap alone: the next tap waits for no answer.
    const made = link ?? (await make())
    if (made === null) return
    setSaid((await handOn(say('share_title'), made)) ? say('share_copied') : '')
  }
  const stop = async (): Promise<void> => {
    const answered = await calls.call(api.rideTracking.takeBack, { params })
    setTrouble(answered.ok ? null : answered.trouble)
    if (!answered.ok) return
    setLink(null)
    setSaid(say('sharing_ended'))
    onChanged({ ...ride, shared: false })
  }
  return (
    <section className={styles['card']} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{say('share_ride')}</h2>
      <p className={styles['muted']}>{say('share_hint')}</p>
      {ride.shared && <p>{say('sharing')}</p>}
      {link !== null && (
        <div className={styles['note']}>
          <label htmlFor={id}>{say('share_link')}</label>
          <input id={id} value={link} readOnly onFocus={({ target }) => target.select()} />
        </div>
      )}
      <p role="status" className={styles['good']}>
        {said}
      </p>
      <TroubleNote trouble={trouble} phone={ride.contact.phone_number} />
      <div className={styles['buttons']}>
        <button type="button" onClick={() => void share()}>
          {say('share_ride')}
        </button>
        {ride.shared && (
          <button type="button" onClick={() => void stop()}>
            {say('stop_sharing')}
          </button>
        )}
      </div>
    </section>
  )
}
