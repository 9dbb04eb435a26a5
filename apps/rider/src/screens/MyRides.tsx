import { useState } from 'react'
import { api, type RideSummary } from '@ambit/contract'
import { draftAgain, draftLike } from '../plan/draft.ts'
import { keptRides } from '../ride/kept-rides.ts'
import { Link } from '../ui/Link.tsx'
import { Page } from '../ui/Page.tsx'
import { go } from '../ui/path.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { asQuery, usePastRides } from '../ui/use-past-rides.ts'
import { ForWhom } from './ForWhom.tsx'
import { OpenReturns } from './OpenReturns.tsx'
import { useWayWords } from './OtherWay.tsx'
import styles from './screens.module.css'

/** null: all of them */
type Which = { traveler: number | null; region: number | null }

/** What is coming up, and what has been. */
export const MyRides = () => {
  const { say, me } = useRide()
  const [traveler, setTraveler] = useState<number | null>(null)
  const [region, setRegion] = useState<number | null>(null)
  const helps = me?.helps ?? []
  const regions = useAsked(api.ride.regions).answer?.data ?? []
  return (
    <Page title={say('page_rides')}>
      {me !== null && helps.length > 0 && (
        <label className={styles['note']}>
          {say('rides_of')}
          <select
            value={traveler ?? ''}
            onChange={({ target }) => setTraveler(target.value === '' ? null : Number(target.value))}
          >
            <option value="">{say('rides_of_all')}</option>
            <option value={me.id}>{`${me.first_name} ${me.last_name}`}</option>
            {helps.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {regions.length > 1 && (
        <label className={styles['note']}>
          {say('rides_in')}
          <select
            value={region ?? ''}
            onChange={({ target }) => setRegion(target.value === '' ? null : Number(target.value))}
          >
            <option value="">{say('rides_everywhere')}</option>
            {regions.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <OpenReturns />
      <OpenRides key={`open ${traveler} ${region}`} traveler={traveler} region={region} />
      <PastRides key={`past ${traveler} ${region}`} traveler={traveler} region={region} />
    </Page>
  )
}

const OpenRides = (which: Which) => {
  const { say, me, now, timesOf } = useRide()
  const { answer, trouble, again } = useAsked(api.ride.bookings, { query: { state: 'open', ...asQuery(which) } })
  const kept = keptRides.read()
  // Only the passenger's own are kept, and not in which region they are.
  const mayBeKept = (which.traveler === null || which.traveler === me?.id) && which.region === null
  const old = trouble !== null && mayBeKept && kept?.passenger === me?.id ? (kept?.rides ?? []) : []
  const [oldest] = old.toSorted((a, b) => Date.parse(a.server_time) - Date.parse(b.server_time))
  const rides = answer?.data ?? old
  return (
    <section className={styles['form']} aria-label={say('open_rides')}>
      <h2>{say('open_rides')}</h2>
      <TroubleNote trouble={trouble} />
      {trouble !== null && (
        <button type="button" onClick={again}>
          {say('try_again')}
        </button>
      )}
      {oldest !== undefined && (
        <p className={styles['notice']}>
          {say('as_of', { time: timesOf(oldest.time_zone).clockAndDay(oldest.server_time, now()) })}
        </p>
      )}
      {answer === null && trouble === null && <p role="status">{say('loading')}</p>}
      {answer !== null && rides.length === 0 && <p className={styles['muted']}>{say('no_open_rides')}</p>}
      <ul className={styles['list']}>
        {rides.map((ride) => (
          <li key={ride.id}>
            <Row ride={ride} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const PastRides = ({ traveler, region }: Which) => {
  const { say } = useRide()
  const { rides, total, trouble, more } = usePastRides(traveler, region)
  return (
    <section className={styles['form']} aria-label={say('past_rides')}>
      <h2>{say('past_rides')}</h2>
      {total === 0 && <p className={styles['muted']}>{say('no_past_rides')}</p>}
      <ul className={styles['list']}>
        {rides.map((ride) => (
          <li key={ride.id} className={styles['card']}>
            <Row ride={ride} />
            <BookAgain ride={ride} />
          </li>
        ))}
      </ul>
      <TroubleNote trouble={trouble} />
      {(total === null || rides.length < total) && (
        <button type="button" onClick={more}>
          {say(total === null && trouble === null ? 'loading' : 'older')}
        </button>
      )}
    </section>
  )
}

const Row = ({ ride }: { ride: RideSummary }) => {
  const { say, timesOf, now } = useRide()
  const { id, origin, destination, pickup, time_zone, phase, total_price, currency } = ride
  const times = timesOf(time_zone)
  const way = useWayWords()(ride)
  return (
    <Link to={`rides/${id}`} className={`link ${styles['next']}`}>
      <span>
        <strong>{times.clockAndDay(pickup.lower_bound, now())}</strong>{' '}
        {say('way', { from: origin.name, to: destination.name })}
      </span>
      <ForWhom name={ride.traveler_name} />
      {way !== null && <span>{way}</span>}
      <span className={styles['muted']}>
        {say(`phase_${phase}`)} · {total_price === 0 ? say('free') : times.money(total_price, currency)}
      </span>
    </Link>
  )
}

/** With the places, people and needs of that ride. */
const BookAgain = ({ ride }: { ride: RideSummary }) => {
  const { say, flow, calls } = useRide()
  const [isBusy, setBusy] = useState(false)
  const begin = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const answered = await calls.call(api.ride.booking, { params: { id: ride.id } })
    const draft = { ...flow.state().draft, when: 'now' as const, at: null }
    flow.change(answered.ok ? draftLike(answered.answer.data, draft) : draftAgain(ride, draft))
    go('')
  }
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      aria-label={say('book_again_this', { way: say('way', { from: ride.origin.name, to: ride.destination.name }) })}
      onClick={() => void begin()}
    >
      {say('book_again')}
    </button>
  )
}
