import { type SubmitEvent, useState } from 'react'
import { api, LOST_DAYS, type RideBooking } from '@ambit/contract'
import { Field } from '../ui/Field.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useSent } from '../ui/use-sent.ts'
import styles from './screens.module.css'

const DAY_MS = 86_400_000

/** What was left in the vehicle, and what became of it; nothing before the ride, and after a month. */
export const LostItems = ({ ride }: { ride: RideBooking }) => {
  const { now } = useRide()
  const { picked_up_at: at } = ride
  if (at === null || now() - Date.parse(at) > LOST_DAYS * DAY_MS) return null
  return <Known ride={ride} />
}

const Known = ({ ride }: { ride: RideBooking }) => {
  const { say } = useRide()
  const { answer, trouble, again } = useAsked(api.ride.lostItems, { params: { id: ride.id } })
  const [isOpen, setOpen] = useState(false)
  const items = answer?.data ?? []
  return (
    <section className={styles['form']} aria-label={say('lost')}>
      <TroubleNote trouble={trouble} phone={ride.contact.phone_number} />
      {items.length > 0 && (
        <ul className={styles['list']}>
          {items.map(({ id, what, state }) => (
            <li key={id} className={styles['card']}>
              <strong>{what}</strong>
              <p role="status">{say(`lost_${state}`)}</p>
            </li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <Report
          ride={ride}
          onEnd={() => {
            setOpen(false)
            again()
          }}
        />
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          {say('lost')}
        </button>
      )}
    </section>
  )
}

const fields = ['what', 'left_where', 'reach'] as const

const Report = ({ ride: { id, contact }, onEnd }: { ride: RideBooking; onEnd: () => void }) => {
  const { say, me } = useRide()
  const [given, setGiven] = useState({ what: '', left_where: '', reach: me?.phone_number ?? me?.email ?? '' })
  const { send, isBusy, trouble } = useSent(api.ride.reportLost)
  const report = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const sent = await send({ params: { id }, body: given })
    if (sent?.ok === true) onEnd()
  }
  return (
    <form className={styles['card']} onSubmit={(event) => void report(event)} noValidate aria-label={say('lost')}>
      <h2>{say('lost')}</h2>
      {fields.map((field, index) => (
        <Field
          key={field}
          label={field === 'what' ? say('lost_what') : say('optional', { label: say(`lost_${field}`) })}
          fault={trouble?.fields.get(`/${field}`)}
          maxLength={200}
          autoFocus={index === 0}
          value={given[field]}
          onChange={({ target }) => setGiven({ ...given, [field]: target.value })}
        />
      ))}
      <TroubleNote trouble={trouble} shown={fields.map((field) => `/${field}`)} phone={contact.phone_number} />
      <button type="submit" className="main" aria-disabled={isBusy}>
        {say(isBusy ? 'sending' : 'lost_send')}
      </button>
      <button type="button" className="plain" onClick={onEnd}>
        {say('cancel')}
      </button>
    </form>
  )
}
