import { useId, useState, useSyncExternalStore } from 'react'
import { pushing, pushServer } from '../ui/pushing.ts'
import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

/** Asks the browser for the permission, by a tap. */
const TurnOn = () => {
  const { say, calls, config } = useRide()
  const [state, setState] = useState<'open' | 'asking' | 'failed'>('open')
  const ask = async (): Promise<void> => {
    if (state === 'asking') return
    setState('asking')
    setState((await pushing.ask(pushServer(calls, config))) ? 'open' : 'failed')
  }
  return (
    <>
      <button type="button" aria-disabled={state === 'asking'} onClick={() => void ask()}>
        {say('push_turn_on')}
      </button>
      {state === 'failed' && <p role="alert">{say('push_failed')}</p>}
    </>
  )
}

/** Beside an open ride: once in 90 days where it was refused. */
export const PushOffer = () => {
  const { say } = useRide()
  const mayOffer = useSyncExternalStore(pushing.subscribe, pushing.mayOffer)
  const id = useId()
  if (!mayOffer) return null
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id}>{say('push_title')}</h2>
      <p>{say('push_why')}</p>
      <TurnOn />
      <button type="button" onClick={pushing.notNow}>
        {say('not_now')}
      </button>
    </section>
  )
}

/** Among the preferences: on and off, or why it cannot be. */
export const PushChoice = () => {
  const { say } = useRide()
  const way = useSyncExternalStore(pushing.subscribe, pushing.way)
  const id = useId()
  if (way === 'none') return null
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id}>{say('push_here')}</h2>
      {way === 'ask' && (
        <>
          <p>{say('push_why')}</p>
          <TurnOn />
        </>
      )}
      {way === 'on' && (
        <>
          <p>{say('push_is_on')}</p>
          <button type="button" onClick={() => void pushing.end()}>
            {say('push_turn_off')}
          </button>
        </>
      )}
      {way === 'install' && <p>{say('install_hint')}</p>}
      {way === 'blocked' && <p>{say('push_blocked')}</p>}
    </section>
  )
}
