import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { api, type LegsToCancel, type RideBooking } from '@ambit/contract'
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
import { useBooking } from '../ui/use-booking.ts'
import type { Watched } from '../ui/use-watched.ts'
import { useWalks } from '../ui/use-walks.ts'
import { CancelRide } from './CancelRide.tsx'
import { InstallOffer } from './InstallOffer.tsx'
import { ForWhom } from './ForWhom.tsx'
import { LostItems } from './LostItems.tsx'
import { orNothing } from './or-nothing.ts'
import { OtherWay } from './OtherWay.tsx'
import { PushOffer } from './PushOffer.tsx'
import { Rating } from './Rating.tsx'
import { RideEvents } from './RideEvents.tsx'
import { RideFacts } from './RideFacts.tsx'
import { ShareRide } from './ShareRide.tsx'
import { WalksOfRide } from './Walking.tsx'
import styles from './screens.module.css'

type Paying = { ride: RideBooking; onChanged: (ride: RideBooking) => void; again: () => void }
// Rides that are not paid are rare: where the part does not come, the number to call stands above.
const PayRide = lazy(() => orNothing(import('./PayRide.tsx').then((part) => part.PayRide)))

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

type Known = Watched<RideBooking> & { ride: RideBooking }

const Known = ({ watched: { ride, take, again }, isOld }: { watched: Known; isOld: boolean }) => {
  const { say, calls, flow, timesOf, now } = useRide()
  const [key] = useState(freshKey)
  const walks = useWalks(ride, isOld)
  const times = timesOf(ride.time_zone)
  const begin = (draft: ReturnType<typeof draftLike>): void => {
    flow.change(draft)
    go('')
  }
  const change = async (): Promise<void> => {
    const answered = await calls.call(api.ride.notes, { params: { id: ride.id } })
    // What is not known is left as it is.
    const notes = answered.ok ? answered.answer.data : { pickup_note: null, dropoff_note: null, aids: null }
    begin(draftOfChange(ride, notes, flow.state().draft))
  }
  const cancel = async (reason: string | null, legs: LegsToCancel): Promise<Trouble | null> => {
    // Sent again with another choice it is another call.
    const idempotencyKey = [key, legs, ...(reason === null ? [] : [reason])].join(' ')
    const input = { params: { id: ride.id }, body: { reason, legs }, idempotencyKey }
    const answered = await calls.call(api.ride.cancel, input)
    if (!answered.ok && answered.trouble.kind === 'refused') again()
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
      <Unpaid ride={ride} onChanged={take} again={again} />
      <RideFacts ride={ride} walks={walks} />
      <Announced sentence={happening(ride, { say, times })} urgent={ride.phase === 'here'} />
      <OtherWay ride={ride} />
      {isOpen(ride) && (
        <>
          <WalksOfRide ride={ride} walks={walks} />
          <ShareRide ride={ride} onChanged={take} />
          <Refusable refused={ride.change_refused} text={say('change')} onTap={() => void change()} />
          <Cancelling ride={ride} cancel={cancel} />
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

/** What was paid here is said here. */
const Unpaid = (props: Paying) => {
  const { me } = useRide()
  const { id, to_pay } = props.ride
  const isUnpaid = to_pay !== undefined || me?.unpaid?.id === id
  const [wasUnpaid, setUnpaid] = useState(isUnpaid)
  if (isUnpaid && !wasUnpaid) setUnpaid(true)
  return <Suspense>{wasUnpaid && <PayRide {...props} />}</Suspense>
}

type CancellingProps = { ride: RideBooking; cancel: ComponentProps<typeof CancelRide>['cancel'] }

/** Cancels the ride, with from when on that is late; or why it cannot be. */
const Cancelling = ({ ride, cancel }: CancellingProps) => {
  const { say, timesOf, now } = useRide()
  if (ride.cancel_refused !== null) return <Refusable refused={ride.cancel_refused} text={say('cancel_ride')} />
  const isLate = ride.cancel_is_late === true
  return (
    <>
      {ride.late_from !== undefined && (
        <p className={styles['muted']}>
          {isLate
            ? say('late_now')
            : say('late_from', { time: timesOf(ride.time_zone).clockAndDay(ride.late_from, now()) })}
        </p>
      )}
      <CancelRide phone={ride.contact.phone_number} isLate={isLate} other={cancelledWith(ride)} cancel={cancel} />
    </>
  )
}

/** What can be cancelled with a ride of a journey. */
const cancelledWith = ({ journey }: RideBooking): ComponentProps<typeof CancelRide>['other'] => {
  if (journey === undefined) return 'none'
  const { leg, others, open_return_id } = journey
  const open = others.filter(({ can_cancel }) => can_cancel)
  if (open.length === 0) return others.length === 0 && open_return_id !== null ? 'call' : 'none'
  const isLate = open.some(({ cancel_is_late }) => cancel_is_late)
  if (leg === 'stops') return isLate ? 'late_rides' : 'rides'
  return isLate ? 'late_ride' : 'ride'
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
