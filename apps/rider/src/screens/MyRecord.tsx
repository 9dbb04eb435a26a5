import { useState } from 'react'
import { api, CONTEST_LENGTH, type RideMiss } from '@ambit/contract'
import { Field } from '../ui/Field.tsx'
import { Page } from '../ui/Page.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useSent } from '../ui/use-sent.ts'
import styles from './screens.module.css'

/** Late cancellations and no-shows of the last 12 months, with what shows them. */
export const MyRecord = () => {
  const { say } = useRide()
  const { answer, trouble, again } = useAsked(api.ride.misses)
  return (
    <Page title={say('my_record')} back="account">
      <p className={styles['muted']}>{say('my_record_hint')}</p>
      <TroubleNote trouble={trouble} />
      {answer === null && trouble === null && <p role="status">{say('loading')}</p>}
      {answer?.data.length === 0 && <p>{say('no_misses')}</p>}
      <ul className={styles['list']}>
        {answer?.data.map((miss) => (
          <li key={miss.id} className={styles['card']}>
            <Miss miss={miss} onContested={again} />
          </li>
        ))}
      </ul>
    </Page>
  )
}

const Miss = ({ miss, onContested }: { miss: RideMiss; onContested: () => void }) => {
  const { say, timesOf, now } = useRide()
  const times = timesOf(miss.time_zone)
  const { minutes_before, arrived_at, waited_minutes, metres } = miss.evidence
  return (
    <>
      <strong>
        {say(`miss_${miss.kind}`)} · {times.dated(miss.happened_at)}
      </strong>
      {miss.traveler_name !== null && <p>{say('ride_for', { name: miss.traveler_name })}</p>}
      <p>{say('way', { from: miss.from, to: miss.to })}</p>
      <p className={styles['muted']}>
        {say('promised')}: {times.clock(miss.window_from)} – {times.clock(miss.window_to)}
      </p>
      {minutes_before !== undefined && (
        <p>
          {minutes_before >= 0
            ? say('shown_before', { n: minutes_before })
            : say('shown_after', { n: -minutes_before })}
        </p>
      )}
      {arrived_at !== undefined && <p>{say('shown_arrived', { time: times.clock(arrived_at) })}</p>}
      {metres !== undefined && <p>{say('shown_waited', { n: waited_minutes ?? 0, metres })}</p>}
      <p>
        <strong>{miss.not_counted === null ? say('counts') : say('counts_not')}</strong>
        {miss.not_counted !== null && ` ${say(`excuse_${miss.not_counted}`)}`}
      </p>
      {miss.contested_at === null ? (
        <Contest id={miss.id} onDone={onContested} />
      ) : (
        <p role="status" className={styles['good']}>
          {say('contested', { time: times.clockAndDay(miss.contested_at, now()) })}
        </p>
      )}
    </>
  )
}

/** Asked once more, as it can be sent but once. */
const Contest = ({ id, onDone }: { id: number; onDone: () => void }) => {
  const { say } = useRide()
  const [isAsking, setAsking] = useState(false)
  const [text, setText] = useState('')
  const { send, isBusy, trouble } = useSent(api.ride.contestMiss)
  const contest = async (): Promise<void> => {
    const sent = await send({ params: { id }, body: { text } })
    if (sent?.ok === true) onDone()
  }
  if (!isAsking)
    return (
      <button type="button" onClick={() => setAsking(true)}>
        {say('not_right')}
      </button>
    )
  return (
    <>
      <Field
        label={say('optional', { label: say('what_happened') })}
        hint={say('contest_once')}
        fault={trouble?.fields.get('/text')}
        type="text"
        maxLength={CONTEST_LENGTH}
        value={text}
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      <TroubleNote trouble={trouble} shown={['/text']} />
      <button type="button" className="main" aria-disabled={isBusy} onClick={() => void contest()}>
        {say(isBusy ? 'sending' : 'send_to_staff')}
      </button>
      <button type="button" className="plain" onClick={() => setAsking(false)}>
        {say('cancel')}
      </button>
    </>
  )
}
