import { useEffect } from 'react'
import type { RideOffering, RideSearchWay } from '@ambit/contract'
import type { Why } from '../plan/flow-state.ts'
import { isReached, possibleFrom } from '../plan/in-turn.ts'
import { civilIn } from '../ride/zone-time.ts'
import { Link } from '../ui/Link.tsx'
import { Page } from '../ui/Page.tsx'
import { go } from '../ui/path.ts'
import { useFlow, useNow, useRide } from '../ui/ride.tsx'
import { useReturnWords } from '../ui/use-return-words.ts'
import { ForWhom } from './ForWhom.tsx'
import { NoWayBack } from './NoWayBack.tsx'
import { Offer } from './Offer.tsx'
import styles from './screens.module.css'

/** The ways back that fit to the way there that was chosen. */
export const BackOffers = () => {
  const { flow } = useRide()
  const { draft, found } = useFlow()
  const words = useReturnWords()
  const there = flow.offering()
  const back = found.kind === 'found' ? found.answer.back : undefined
  const isThere = there !== null && back !== undefined
  useEffect(() => {
    if (!isThere) go('offers', { replace: true })
  }, [isThere])
  return (
    <Page title={words('choose_back')} back="offers">
      <ForWhom name={draft.traveler?.name ?? null} />
      {isThere && found.kind === 'found' && <Backs there={there} back={back} why={found.why} />}
      <Link to="offers" className="link">
        {words('change_there')}
      </Link>
    </Page>
  )
}

type Props = { there: RideOffering; back: RideSearchWay; why: Why }

const Backs = ({ there, back, why }: Props) => {
  const { say, flow, timesOf } = useRide()
  const words = useReturnWords()
  const now = useNow()
  const { service_offerings: all } = back
  const isOver = [there, ...all].some(({ expires_at }) => Date.parse(expires_at) <= now)
  useEffect(() => {
    if (isOver) void flow.find('expired')
  }, [isOver, flow])
  const fitting = all.filter((one) => isReached(there, one))
  const times = timesOf(back.time_zone)
  const day = (moment: string): string => times.day(civilIn(back.time_zone ?? flow.zone(), Date.parse(moment)).date)
  const { pickup, dropoff } = there
  const way = {
    day: day(pickup.lower_bound),
    from: times.clock(pickup.lower_bound),
    to: times.clock(pickup.upper_bound),
    arrive: times.clock(dropoff.upper_bound),
  }
  return (
    <>
      <p>{words('chosen_there', way)}</p>
      <p role="status" className={why === 'gone' ? styles['notice'] : 'hidden'}>
        {why === 'gone' && say(all.length === 0 ? 'gone_none' : 'gone')}
      </p>
      {all.length > fitting.length && <TooSoon there={there} backs={all} zone={back.time_zone ?? flow.zone()} />}
      <ul className={styles['list']}>
        {fitting.map((offering) => (
          <li key={offering.id}>
            <p className={styles['muted']}>{words('back_on', { day: day(offering.pickup.lower_bound) })}</p>
            <Offer
              offering={offering}
              answer={back}
              onChoose={() => {
                flow.chooseBack(offering.id)
                go('confirm')
              }}
            />
          </li>
        ))}
      </ul>
      {fitting.length === 0 && <NoWayBack back={back} isFound={all.length > 0} />}
    </>
  )
}

/** Some ways back begin before the passenger is there, with a search for a later one. */
const TooSoon = ({ there, backs, zone }: { there: RideOffering; backs: readonly RideOffering[]; zone: string }) => {
  const { flow, timesOf } = useRide()
  const words = useReturnWords()
  const times = timesOf(zone)
  const from = possibleFrom(there, backs)
  return (
    <>
      <p className={styles['notice']}>
        {words('too_soon', { ends: times.clock(there.dropoff.upper_bound), from: times.clock(from) })}
      </p>
      <button
        type="button"
        onClick={() => {
          flow.change({ back: { choice: 'timed', at: civilIn(zone, from) } })
          void flow.find()
        }}
      >
        {words('search_from', { from: times.clock(from) })}
      </button>
    </>
  )
}
