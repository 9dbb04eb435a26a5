import { useEffect, useSyncExternalStore } from 'react'
import { useDrive } from '../ui/drive.tsx'
import type { Updates } from '../worker/updates.ts'
import styles from './cards.module.css'

/** A new version is taken over by itself between trips, and after a tap while one is running. */
export const UpdateReady = ({ updates }: { updates: Updates }) => {
  const { state, say } = useDrive()
  const ready = useSyncExternalStore(updates.subscribe, updates.ready)
  const between = state.step !== 'reading' && state.step !== 'pin' && state.open === null
  useEffect(() => {
    if (ready && between) updates.takeOver()
  }, [ready, between, updates])
  if (!ready || between) return null
  return (
    <aside className={styles['update']}>
      <p role="status">{say('update_ready')}</p>
      <button type="button" onClick={updates.takeOver}>
        {say('update_now')}
      </button>
    </aside>
  )
}
