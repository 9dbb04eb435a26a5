import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { ShownEmergency } from '../device/device.ts'
import { chime } from '../ui/chime.ts'
import { useDrive } from '../ui/drive.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import { useHold } from '../ui/use-hold.ts'
import styles from './sos.module.css'

const HELD_MS = 2000
const COUNTED_S = 5

/** Every screen of a trip with the emergency button below it, and what became of a call for help above it. */
export const WithSos = ({ children }: { children: ReactNode }) => {
  const { device, state } = useDrive()
  const [counting, setCounting] = useState(false)
  return (
    <div className={styles['frame']}>
      <div className={styles['screen']} inert={counting}>
        {state.emergency !== null && <EmergencyCard emergency={state.emergency} />}
        {children}
      </div>
      {state.open !== null && !counting && <SosButton onHeld={() => setCounting(true)} />}
      {counting && (
        <Countdown
          onStop={() => setCounting(false)}
          onOver={() => {
            setCounting(false)
            void device.callForHelp()
          }}
        />
      )}
    </div>
  )
}

const SosButton = ({ onHeld }: { onHeld: () => void }) => {
  const { say } = useDrive()
  const { holding, handlers } = useHold(HELD_MS, onHeld)
  return (
    <div className={styles['bar']}>
      <button type="button" className={styles['sos']} data-holding={holding || undefined} {...handlers}>
        <b>{say('sos')}</b> <span>{say('sos_hold')}</span>
      </button>
    </div>
  )
}

/** Help is called once it has run out, unless it is stopped. */
const Countdown = ({ onStop, onOver }: { onStop: () => void; onOver: () => void }) => {
  const { say } = useDrive()
  const [left, setLeft] = useState(COUNTED_S)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    chime()
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : over()), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <div
      className={styles['countdown']}
      role="alertdialog"
      aria-modal
      aria-labelledby="sos-calling"
      aria-describedby="sos-left"
      onKeyDown={({ key }) => key === 'Escape' && onStop()}
    >
      <h1 id="sos-calling">{say('sos_calling')}</h1>
      <p id="sos-left">{say('sos_in', { n: left })}</p>
      <button type="button" className="main" autoFocus onClick={onStop}>
        {say('sos_stop')}
      </button>
    </div>
  )
}

const EmergencyCard = ({ emergency: { at, standing, seen_by } }: { emergency: ShownEmergency }) => {
  const { device, state, say, times } = useDrive()
  const number = state.emergency_number
  const notSent = standing === 'not_sent'
  useEffect(() => {
    if (standing !== 'not_sent') chime()
  }, [standing])
  const words = (): string => {
    switch (standing) {
      case 'not_sent':
        return say('sos_not_sent', { number })
      case 'sent':
        return say('sos_sent')
      case 'seen':
        return seen_by === null ? say('sos_seen_by_one') : say('sos_seen', { name: seen_by })
      case 'resolved':
        return say('sos_resolved')
    }
  }
  return (
    <section className={styles['card']} aria-label={say('sos_title', { time: times.clock(at) })}>
      <div className={styles['words']}>
        <h2>{say('sos_title', { time: times.clock(at) })}</h2>
        <p role="alert">{words()}</p>
      </div>
      {(notSent || standing === 'sent') && (
        <a className="link" href={`tel:${number.replaceAll(' ', '')}`}>
          <Pictogram name="phone" />
          {say('sos_dial', { number })}
        </a>
      )}
      {!notSent && (
        <button type="button" onClick={() => void device.closeEmergency()}>
          {say('ok')}
        </button>
      )}
    </section>
  )
}
