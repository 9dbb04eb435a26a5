import { useEffect, useId, useSyncExternalStore } from 'react'
import { installing } from '../ui/installing.ts'
import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

/** Beside the first ride that is booked: how to have the app at hand next time. */
export const InstallOffer = () => {
  const { say } = useRide()
  const way = useSyncExternalStore(installing.subscribe, installing.way)
  const id = useId()
  useEffect(() => {
    if (way !== null) installing.shown()
  }, [way])
  if (way === null) return null
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id}>{say('install_title')}</h2>
      <p>{say('install_why')}</p>
      {way === 'ask' ? (
        <button type="button" onClick={installing.ask}>
          {say('install')}
        </button>
      ) : (
        <ol>
          <li>{say('install_step_share')}</li>
          <li>{say('install_step_add')}</li>
          <li>{say('install_step_open')}</li>
        </ol>
      )}
      <button type="button" onClick={installing.notNow}>
        {say('not_now')}
      </button>
    </section>
  )
}
