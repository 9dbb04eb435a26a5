import { useSyncExternalStore } from 'react'
import { useDrive } from '../ui/drive.tsx'
import { installing, isInstalled, needsSteps } from '../ui/install.ts'
import styles from './sign-in.module.css'

/** From the home screen the app has the whole screen, and opens without a signal. */
export const Install = () => {
  const { say } = useDrive()
  const offered = useSyncExternalStore(installing.subscribe, installing.offered)
  if (isInstalled()) return null
  if (needsSteps())
    return (
      <section className={styles['install']} aria-label={say('install')}>
        <h2>{say('install')}</h2>
        <p>{say('install_first')}</p>
        <ol>
          <li>{say('install_share')}</li>
          <li>{say('install_add')}</li>
          <li>{say('install_open')}</li>
        </ol>
      </section>
    )
  if (!offered) return null
  return (
    <button type="button" onClick={() => void installing.ask()}>
      {say('install')}
    </button>
  )
}
