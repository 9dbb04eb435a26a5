import { api, type RideOffering, type RideReturn } from '@ambit/contract'
import { heldFor } from '../ride/hold.ts'
import { go } from '../ui/path.ts'
import { StopLine } from '../ui/StopLine.tsx'
import { useNow, useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useReturnWords } from '../ui/use-return-words.ts'
import { useSent } from '../ui/use-sent.ts'
import styles from './screens.module.css'

type Props = { offering: RideOffering; found: RideReturn }

/** What comes later than a way back should; it may be taken while it is held, or waited for something sooner. */
export const LaterRide = ({ offering, found: { time_zone, payment_method } }: Props) => {
  const { say, timesOf } = useRide()
  const words = useReturnWords()
  const now = useNow()
  const isOver = now >= Date.parse(offering.expires_at)
  const { send, isBusy, trouble } = useSent(api.ride.book)
  if (isOver) return null
  const times = timesOf(time_zone)
  const take = async (): Promise<void> => {
    // Another ride about then is meant: this is the way back from it.
    const sent = await send({ body: { service_offering_id: offering.id, payment_method, another: true } })
    if (sent?.ok === true) go(`rides/${sent.answer.data.id}`, { replace: true })
  }
  return (
    <section className={styles['card']} aria-label={words('later')}>
      <h2>{words('later')}</h2>
      <StopLine label={say('pick_up')} stop={offering.pickup} times={times} />
      <StopLine label={say('drop_off')} stop={offering.dropoff} times={times} />
      <p className={styles['muted']}>{say('held_for', { time: heldFor(offering, now).left })}</p>
      <TroubleNote trouble={trouble} />
      <button type="button" aria-disabled={isBusy} onClick={() => void take()}>
        {isBusy ? say('booking') : words('take_later')}
      </button>
    </section>
  )
}
