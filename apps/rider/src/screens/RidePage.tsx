import { useState } from 'react'
import { api } from '@ambit/contract'
import { freshKey } from '../api/fresh-key.ts'
import type { Trouble } from '../api/trouble.ts'
import { draftLike, draftOfChange } from '../plan/draft.ts'
import { happening, isOpen } from '../ride/happening.ts'
import { Announced } from '../ui/Announced.tsx'
import { Link } from '../ui/Link.tsx'
import { Page } from '../ui/Page.tsx'
import { go } from '../ui/path.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useBooking, type Watched } from '../ui/use-booking.ts'
import { CancelRide } from './CancelRide.tsx'
import { InstallOffer } from './InstallOffer.tsx'
import { ForWhom } from './ForWhom.tsx'
import { LostItems } from './LostItems.tsx'
import { PushOffer } from './PushOffer.tsx'
import { Rating } from './Rating.tsx'
import { RideEvents } from './RideEvents.tsx'
import { RideFacts } from './RideFacts.tsx'
import { ShareRide } from './ShareRide.tsx'
import styles from './screens.module.css'

/** One ride as it is now, and what can be done about it. */
export const RidePage = ({ id }: { id: number }) => {
  const { say } = useRide()
  const watched = useBooking(id)
  const { ride, isOld, trouble, again } = watched
  return (
    <Page title={say('your_ride')} back="rides" phone={ride?.contact.phone_number ?? null}>
      {ride === null && trouble === null && <p role="status">{say('loading')}</p>}
      {trouble !== null && (
        <>
          <TroubleNote trouble={trouble} phone={ride?.contact.phone_number ?? null} />
          {trouble.kind === 'silent' && (
            <button type="button" onClick={again}>
              {say('try_again')}
            </button>
          )}
        </>
      )}
      {ride !== null && <Known watched={{ ...watched, ride }} isOld={isOld} />}
    </Page>
  )
}

type Known = Watched & { ride: NonNullable<Watched['ride']> }

const Known = ({ watched: { ride, take }, isOld }: { watched: Known; isOld: boolean }) => {
  const { say, calls, flow, timesOf, now } = useRide()
  const [key] = useState(freshKey)
  const times = timesOf(ride.time_zone)
  const begin = (draft: ReturnType<typeof draftLike>): void => {
    flow.change(draft)
    go('')
  }
  const change = async (): Promise<void> => {
    const answered = await calls.call(api.ride.notes, { params: { id: ride.id } })
    // Notes that are not known are left as they are.
    const notes = answered.ok ? answered.answer.data : { pickup_note: null, dropoff_note: null }
    begin(draftOfChange(ride, notes, flow.state().draft))
  }
  const cancel = async (reason: string | null): Promise<Trouble | null> => {
    const input = { params: { id: ride.id }, body: { reason }, idempotencyKey: key }
    const answered = await calls.call(api.ride.cancel, input)
    if (!answered.ok) return answered.trouble
    take(answered.answer.data)
    return null
  }
  return (
    <>
      {isOld && (
        <p className={styles['notice']}>{say('as_of', { time: times.clockAndDay(ride.server_time, now()) })}</p>
      )}
      <ForWhom name={ride.traveler_name} />
      <RideFacts ride={ride} />
      <Announced sentence={happening(ride, { say, times })} urgent={ride.phase === 'here'} />
      {isOpen(ride) && (
        <>
          <ShareRide ride={ride} onChanged={take} />
          <Refusable refused={ride.change_refused} text={say('change')} onTap={() => void change()} />
          {ride.cancel_refused === null ? (
            <>
              {ride.late_from !== undefined && (
                <p className={styles['muted']}>
                  {ride.cancel_is_late === true
                    ? say('late_now')
                    : say('late_from', { time: times.clockAndDay(ride.late_from, now()) })}
                </p>
              )}
              <CancelRide phone={ride.contact.phone_number} isLate={ride.cancel_is_late === true} cancel={cancel} />
            </>
          ) : (
            <Refusable refused={ride.cancel_refused} text={say('cancel_ride')} />
          )}
        </>
      )}
      <InstallOffer />
      {ride.phase === 'completed' && (
        <Link to={`rides/${ride.id}/receipt`} className="link">
          {say('receipt')}
        </Link>
      )}
      {isOpen(ride) && <PushOffer />}
      {ride.can_rate && <Rating ride={ride} onRated={take} />}
      {!isOpen(ride) && (
        <button type="button" onClick={() => begin(draftLike(ride, { ...flow.state().draft, when: 'now', at: null }))}>
          {say('book_again')}
        </button>
      )}
      <LostItems ride={ride} />
      <RideEvents ride={ride} />
    </>
  )
}

/** A button, or why there is nothing to tap. */
const Refusable = ({ refused, text, onTap }: { refused: string | null; text: string; onTap?: () => void }) => (
  <div className={styles['refusable']}>
    <button type="button" aria-disabled={refused !== null} onClick={refused === null ? onTap : undefined}>
      {text}
    </button>
    {refused !== null && <p className={styles['muted']}>{refused}</p>}
  </div>
)
