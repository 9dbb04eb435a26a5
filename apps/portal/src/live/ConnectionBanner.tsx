import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useConnection } from './connection.ts'
import classes from './ConnectionBanner.module.css'

const SHOWN_AFTER = 1500

export const connectionStrings = {
  offline: 'You are offline. What you see may be out of date; changes cannot be saved until the connection returns.',
  reconnecting: 'Connection lost. Reconnecting…',
} as const

/** Interruptions shorter than a second and a half are not shown. */
export const ConnectionBanner = () => {
  const connection = useConnection()
  const lost = connection === 'offline' || connection === 'reconnecting'
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!lost) return
    const timer = setTimeout(() => setLate(true), SHOWN_AFTER)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [lost])
  return (
    <div role="status" aria-live="polite" className={classes['place']}>
      {lost && late && (
        <p className={classes['banner']}>
          {connection === 'offline' ? <IconCloudOff size={16} aria-hidden /> : <IconRefresh size={16} aria-hidden />}
          {connectionStrings[connection]}
        </p>
      )}
    </div>
  )
}
