import { useEffect } from 'react'
import type { RideSearch } from '@ambit/contract'
import type { Why } from '../plan/flow-state.ts'
import { faultsOf } from '../plan/draft.ts'
import { civilIn } from '../ride/zone-time.ts'
import { Link } from '../ui/Link.tsx'
import { CallUs, Page } from '../ui/Page.tsx'
import { go } from '../ui/path.ts'
import { useFlow, useNow, useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useReturnWords } from '../ui/use-return-words.ts'
import { Concession } from './Concession.tsx'
import { ForWhom } from './ForWhom.tsx'
import { Offer } from './Offer.tsx'
import { SuspensionLetter } from './SuspensionLetter.tsx'
import { WaitForRide } from './WaitForRide.tsx'
import styles from './screens.module.css'

/** What was found; after a reload it is searched for again. */
export const Offers = () => {
  const { say, flow } = useRide()
  const { draft, found } = useFlow()
  const isWhole = faultsOf(draft).length === 0
  useEffect(() => {
    if (found.kind !== 'none') return
    if (isWhole) void flow.find()
    else go('', { replace: true })
  }, [found.kind, isWhole, flow])
  return (
    <Page title={say('choose_ride')} back="">
      <ForWhom name={draft.traveler?.name ?? null} />
      {(found.kind === 'none' || found.kind === 'searching') && <p role="status">{say('finding')}</p>}
      {found.kind === 'failed' && (
        <>
          <TroubleNote trouble={found.trouble} />
          <SuspensionLetter trouble={found.trouble} />
          <button type="button" onClick={() => void flow.find()}>
            {say('try_again')}
          </button>
        </>
      )}
      {found.kind === 'found' && <Found answer={found.answer} why={found.why} at={found.at} />}
      <Link to="" className="link">
        {say('change_search')}
      </Link>
    </Page>
  )
}

const Found = ({ answer, why, at }: { answer: RideSearch; why: Why; at: number }) => {
  const { say, flow } = useRide()
  const words = useReturnWords()
  const now = useNow()
  const { service_offerings: offerings } = answer
  const isOver = (moment: number): boolean =>
    offerings.length > 0 && offerings.every(({ expires_at }) => Date.parse(expires_at) <= moment)
  const [cameOver, hasEnded] = [isOver(at), isOver(now)]
  useEffect(() => {
    if (hasEnded && !cameOver) void flow.find('expired')
  }, [hasEnded, cameOver, flow])
  if (offerings.length === 0) return <Nothing answer={answer} why={why} />
  if (cameOver)
    return (
      <>
        <p role="alert" className={styles['notice']}>
          {say('over_already')}
        </p>
        <button type="button" className="main" onClick={() => void flow.find()}>
          {say('try_again')}
        </button>
      </>
    )
  return (
    <>
      <p role="status" className={why === 'asked' ? 'hidden' : styles['notice']}>
        {why !== 'asked' && say(why)}
      </p>
      {answer.back !== undefined && <h2>{words('there')}</h2>}
      <Concession answer={answer} />
      <ul className={styles['list']}>
        {offerings.map((offering) => (
          <li key={offering.id}>
            <Offer
              offering={offering}
              answer={answer}
              onChoose={() => {
                flow.choose(offering.id)
                go(answer.back !== undefined && flow.state().draft.back.choice === 'timed' ? 'offers/back' : 'confirm')
              }}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Why nothing fits, with the nearest time that does, and the number to call. */
const Nothing = ({ answer, why }: { answer: RideSearch; why: Why }) => {
  const { say, flow } = useRide()
  const words = useReturnWords()
  const { nearest, message } = answer
  const text = why === 'gone' ? say('gone_none') : message
  return (
    <>
      <div role="alert" className={styles['notice']}>
        <h2>{say('no_rides')}</h2>
        {text !== null && <p>{text}</p>}
      </div>
      {nearest !== null && (
        <button
          type="button"
          className="main"
          onClick={() => {
            const at = civilIn(flow.zone(), Date.parse(nearest.traveling_at))
            flow.change({ when: nearest.departing ? 'leave' : 'arrive', at })
            void flow.find()
          }}
        >
          {say('nearest', { text: nearest.text })}
        </button>
      )}
      {answer.back !== undefined && answer.can_wait !== null && <p>{words('there_waits_alone')}</p>}
      <WaitForRide answer={answer} />
      <p>
        <CallUs number={null} />
      </p>
    </>
  )
}
