import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { useDrive } from '../ui/drive.tsx'
import { pushing } from '../ui/pushing.ts'
import styles from './trips.module.css'

/** Before the first sign-on: whether this device tells of changes while the app is not open. Asked by a tap alone. */
export const PushOffer = () => {
  const { device, say } = useDrive()
  const mayOffer = useSyncExternalStore(pushing.subscribe, pushing.mayOffer)
  const [state, setState] = useState<'open' | 'asking' | 'failed'>('open')
  const id = useId()
  // Each sign-in is a session of its own, which the server has to be told of.
  useEffect(() => void pushing.renew(device.pushes), [device])
  if (!mayOffer) return null
  const ask = async (): Promise<void> => {
    if (state === 'asking') return
    setState('asking')
    setState((await pushing.ask(device.pushes)) ? 'open' : 'failed')
  }
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id}>{say('push_title')}</h2>
      <p>{say('push_why')}</p>
      {state === 'failed' && <p role="alert">{say('push_failed')}</p>}
      <button type="button" aria-disabled={state === 'asking'} onClick={() => void ask()}>
        {say('push_turn_on')}
      </button>
      <button type="button" onClick={pushing.notNow}>
        {say('push_not_now')}
      </button>
    </section>
  )
}
