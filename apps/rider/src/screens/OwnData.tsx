import { useEffect, useRef, useState } from 'react'
import { api, type RideErasure, urlOf } from '@ambit/contract'
import { freshKey } from '../api/fresh-key.ts'
import type { Trouble } from '../api/trouble.ts'
import { leaving } from '../ui/leaving.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useOwnCode } from '../ui/use-own-code.ts'
import { OwnCodeForm } from './OwnCodeForm.tsx'
import styles from './screens.module.css'

/** A copy of all that is stored, and the end of the account. */
export const OwnData = () => {
  const { say } = useRide()
  return (
    <section className={styles['form']} aria-label={say('own_data')}>
      <h2>{say('own_data')}</h2>
      <Download />
      <DeleteAccount />
    </section>
  )
}

const Download = () => {
  const { say, calls } = useRide()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [href, setHref] = useState<string | null>(null)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (href === null) return
    link.current?.focus()
    link.current?.click()
  }, [href])
  const download = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const answered = await calls.call(api.ride.askAboutData, { body: { kind: 'copy' }, idempotencyKey: freshKey() })
    setBusy(false)
    setTrouble(answered.ok ? null : answered.trouble)
    if (answered.ok) setHref(urlOf(api.ride.copy, { id: answered.answer.data.id }))
  }
  return (
    <>
      <p className={styles['muted']}>{say('download_hint')}</p>
      <TroubleNote trouble={trouble} />
      {href === null ? (
        <button type="button" aria-disabled={isBusy} onClick={() => void download()}>
          {say(isBusy ? 'sending' : 'download_data')}
        </button>
      ) : (
        // The file begins to load where the browser lets it, and by this link in any case.
        <a className="link" href={href} download ref={link}>
          {say('download_save')}
        </a>
      )}
    </>
  )
}

const DeleteAccount = () => {
  const { say } = useRide()
  const [isAsking, setAsking] = useState(false)
  if (isAsking) return <Deleting onLeave={() => setAsking(false)} />
  return (
    <button type="button" className="bad" onClick={() => setAsking(true)}>
      {say('delete_account')}
    </button>
  )
}

const Deleting = ({ onLeave }: { onLeave: () => void }) => {
  const { say, calls, setMe } = useRide()
  const { answer, trouble: silent } = useAsked(api.ride.erasure)
  const { challenge, trouble, isBusy, ask, during } = useOwnCode()
  const erase = async (proof: { challenge: string; code: string }): Promise<void> => {
    const body = { kind: 'erase', ...proof } as const
    const done = await during(() => calls.call(api.ride.askAboutData, { body, idempotencyKey: freshKey() }))
    if (done?.data.erases_at == null) return
    leaving.write(done.data.erases_at)
    setMe(null)
  }
  return (
    <section className={styles['card']} aria-label={say('delete_account')}>
      <h3>{say('delete_question')}</h3>
      <TroubleNote trouble={silent} />
      {answer !== null && <WhatHappens erasure={answer.data} />}
      {challenge === null ? (
        <>
          <TroubleNote trouble={trouble} />
          <button
            type="button"
            className="bad main"
            aria-disabled={isBusy || answer === null}
            onClick={() => {
              if (answer !== null) void ask({ purpose: 'erase' })
            }}
          >
            {say('send_code')}
          </button>
          <button type="button" onClick={onLeave}>
            {say('keep_account')}
          </button>
        </>
      ) : (
        <OwnCodeForm
          challenge={challenge}
          action={say('delete_account')}
          isBad
          trouble={trouble}
          isBusy={isBusy}
          onGiven={(proof) => void erase(proof)}
          onAgain={() => void ask({ purpose: 'erase' })}
          onLeave={onLeave}
        />
      )}
    </section>
  )
}

const WhatHappens = ({ erasure: { erases_at, rides, due } }: { erasure: RideErasure }) => {
  const { say, timesOf, now } = useRide()
  const day = timesOf(null).clockAndDay(erases_at, now())
  const lines = (cancels: boolean) =>
    rides
      .filter((ride) => ride.cancels === cancels)
      .map(({ id, pickup_at, time_zone, from, to }) => ({
        id,
        text: `${timesOf(time_zone).clockAndDay(pickup_at, now())}: ${say('way', { from, to })}`,
      }))
  const unpaid = due.map(({ service_request_id: id, amount, currency, pickup_at, time_zone }) => {
    const times = timesOf(time_zone)
    return { id, text: `${times.money(amount, currency)}, ${times.clockAndDay(pickup_at, now())}` }
  })
  return (
    <>
      <p>{say('delete_when', { day })}</p>
      <Lines title={say('delete_cancels')} lines={lines(true)} />
      <Lines title={say('delete_before')} lines={lines(false)} />
      <Lines title={say('delete_due')} lines={unpaid} />
    </>
  )
}

const Lines = ({ title, lines }: { title: string; lines: { id: number; text: string }[] }) =>
  lines.length === 0 ? null : (
    <>
      <p>{title}</p>
      <ul>
        {lines.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </>
  )
