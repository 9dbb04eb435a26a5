import { type SubmitEvent, useRef, useState } from 'react'
import { api, type RideTracking } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { happening } from '../ride/happening.ts'
import { Announced } from '../ui/Announced.tsx'
import { Field } from '../ui/Field.tsx'
import { Page } from '../ui/Page.tsx'
import { LINK_OVER, usePath } from '../ui/path.ts'
import { useRide } from '../ui/ride.tsx'
import { TrackedStopLine } from '../ui/TrackedStopLine.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useTracking } from '../ui/use-tracking.ts'
import { BoardingCode } from './BoardingCode.tsx'
import { CancelRide } from './CancelRide.tsx'
import { Emergency, FollowedFacts, Sentence } from './FollowedFacts.tsx'
import { MapOfRide } from './MapOfRide.tsx'
import styles from './screens.module.css'

/** What a link without sign-in leads to, and where a code is typed. `leave`: opens another address of the server. */
export const Tracking = ({ leave }: { leave: (address: string) => void }) => {
  const path = usePath()
  const token = location.hash.slice(1)
  if (path === LINK_OVER) return <Over />
  return token === '' ? <TypeCode leave={leave} /> : <Tracked token={token} />
}

/** The same for every link that opens nothing. */
const Over = () => {
  const { say } = useRide()
  return (
    <Page title={say('link_over')}>
      <p>{say('link_over_hint')}</p>
      <a className="link" href="/Ride/Track">
        {say('other_code')}
      </a>
    </Page>
  )
}

const CODE_LENGTH = 10

const TypeCode = ({ leave }: { leave: (address: string) => void }) => {
  const { say } = useRide()
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const code = typed.replaceAll(/[\s-]/g, '')
  const isWhole = code.length === CODE_LENGTH
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setTried(true)
    if (isWhole) leave(`/t/${encodeURIComponent(code)}`)
    else field.current?.focus()
  }
  return (
    <Page title={say('track_title')}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <Field
          field={field}
          label={say('track_code')}
          hint={say('track_code_hint')}
          fault={isTried && !isWhole ? say('track_code_missing') : undefined}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" className="main">
          {say('track_open')}
        </button>
      </form>
    </Page>
  )
}

const Tracked = ({ token }: { token: string }) => {
  const { say } = useRide()
  const { ride, isOver, isOld, trouble, again, take } = useTracking(token)
  if (isOver) return <Over />
  const phone = ride?.contact.phone_number ?? null
  return (
    <Page title={say(ride?.purpose === 'manage' ? 'your_ride' : 'track_title')} phone={phone}>
      {ride === null && trouble === null && <p role="status">{say('loading')}</p>}
      <TroubleNote trouble={trouble} phone={phone} />
      {trouble?.kind === 'silent' && (
        <button type="button" onClick={again}>
          {say('try_again')}
        </button>
      )}
      {ride !== null && <Shown token={token} ride={ride} isOld={isOld} onCancelled={take} />}
    </Page>
  )
}

type ShownProps = { token: string; ride: RideTracking; isOld: boolean; onCancelled: (ride: RideTracking) => void }

const Shown = ({ token, ride, isOld, onCancelled }: ShownProps) => {
  const { say, calls, timesOf, now } = useRide()
  const times = timesOf(ride.time_zone)
  const cancel = async (reason: string | null): Promise<Trouble | null> => {
    const answered = await calls.call(api.rideTracking.cancel, { params: { token }, body: { reason } })
    if (!answered.ok) return answered.trouble
    onCancelled(answered.answer.data)
    return null
  }
  return (
    <>
      {isOld && (
        <p className={styles['notice']}>{say('as_of', { time: times.clockAndDay(ride.server_time, now()) })}</p>
      )}
      <Sentence ride={ride} />
      <BoardingCode code={ride.boarding_code} />
      <dl className={styles['facts']}>
        <FollowedFacts ride={ride} />
      </dl>
      <Emergency ride={ride} />
      <MapOfRide ride={ride} />
      <TrackedStopLine label={say('pick_up')} stop={ride.pickup} times={times} />
      <TrackedStopLine label={say('drop_off')} stop={ride.dropoff} times={times} />
      <Announced sentence={happening(ride, { say, times })} urgent={ride.phase === 'here'} />
      {ride.can_cancel && (
        <CancelRide
          other="none"
          phone={ride.contact.phone_number}
          isLate={ride.cancel_is_late === true}
          cancel={cancel}
        />
      )}
    </>
  )
}
