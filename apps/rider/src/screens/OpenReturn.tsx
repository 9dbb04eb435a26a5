import { useEffect, useState } from 'react'
import { api, type RideReturn, type RideReturnCall } from '@ambit/contract'
import { Page } from '../ui/Page.tsx'
import { go } from '../ui/path.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useRepeated } from '../ui/use-repeated.ts'
import { useReturnWords } from '../ui/use-return-words.ts'
import { useSent } from '../ui/use-sent.ts'
import { ForWhom } from './ForWhom.tsx'
import { LaterRide } from './LaterRide.tsx'
import { NotNeeded } from './NotNeeded.tsx'
import styles from './screens.module.css'

const nothing = (): void => undefined

/** A way back that is called for with one tap. Once it is a ride, that ride is shown. */
export const OpenReturn = ({ id }: { id: number }) => {
  const { say } = useRide()
  const words = useReturnWords()
  const { answer, trouble, again } = useAsked(api.ride.returns)
  // The waiting list may have booked it meanwhile.
  useRepeated(again, nothing)
  const found = answer?.data.find((one) => one.id === id)
  const ride = found?.service_request_id ?? null
  useEffect(() => {
    if (ride !== null) go(`rides/${ride}`, { replace: true })
  }, [ride])
  return (
    <Page title={words('your_return')} back="rides">
      {answer === null && trouble === null && <p role="status">{say('loading')}</p>}
      <TroubleNote trouble={trouble} />
      {answer !== null && found === undefined && <p>{say('not_found')}</p>}
      {found !== undefined && found.state !== 'waiting' && ride === null && <p>{words('ended')}</p>}
      {found?.state === 'waiting' && <Waiting found={found} again={again} />}
    </Page>
  )
}

const Waiting = ({ found, again }: { found: RideReturn; again: () => void }) => {
  const { say, timesOf, now, flow } = useRide()
  const words = useReturnWords()
  const { call, answer, isBusy, trouble } = useCall(found.id, again)
  const times = timesOf(found.time_zone)
  const until = times.clockAndDay(found.call_until, now())
  const isOver = now() >= Date.parse(found.call_until)
  const waits = answer?.waits_until ?? found.waits_until
  return (
    <>
      <ForWhom name={found.traveler_name} />
      <dl className={styles['facts']}>
        <div>
          <dt>{say('from')}</dt>
          <dd>{found.origin.name}</dd>
        </div>
        <div>
          <dt>{say('to')}</dt>
          <dd>{found.destination.name}</dd>
        </div>
      </dl>
      <p role="status" className={waits === null ? 'hidden' : styles['notice']}>
        {waits !== null && words('waiting', { until: times.clockAndDay(waits, now()) })}
      </p>
      {answer?.later != null && <LaterRide offering={answer.later} found={found} />}
      {isOver && waits === null && <p className={styles['notice']}>{words('over', { until })}</p>}
      {found.refused !== null && <p className={styles['notice']}>{found.refused}</p>}
      {found.refused === null && !isOver && (
        <>
          {waits === null && <p>{words('next', { method: say(`pay_${found.payment_method}`) })}</p>}
          <p>{words('until', { until })}</p>
        </>
      )}
      <TroubleNote trouble={trouble} />
      {found.refused === null && !isOver && (
        <button type="button" className={`main ${styles['big']}`} aria-disabled={isBusy} onClick={() => void call()}>
          {words(isBusy ? 'calling' : waits === null ? 'ready' : 'look_again')}
        </button>
      )}
      {found.refused === null && (
        <NotNeeded
          id={found.id}
          onDone={() => {
            flow.leave()
            go('rides', { replace: true })
          }}
        />
      )}
    </>
  )
}

/** Opens the ride that comes; without one what is shown is asked for again. */
const useCall = (id: number, again: () => void) => {
  const [answer, setAnswer] = useState<RideReturnCall | null>(null)
  const { send, isBusy, trouble } = useSent(api.ride.callReturn)
  const call = async (): Promise<void> => {
    const sent = await send({ params: { id } })
    if (sent === null || (!sent.ok && sent.trouble.kind === 'silent')) return
    if (!sent.ok) return again()
    const { ride } = sent.answer.data
    if (ride !== null) return go(`rides/${ride.id}`, { replace: true })
    setAnswer(sent.answer.data)
    again()
  }
  return { call, answer, isBusy, trouble }
}
