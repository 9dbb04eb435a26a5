import { useEffect, useEffectEvent, useRef } from 'react'
import { useConnection } from './connection.ts'

/** How often the screens ask by themselves while the live stream is not there. */
export const POLL_MS = 7500

export type Polling = { refetchInterval: number | false }

/** Changes are pushed while the live stream is there; without it the page asks, at once when it is lost. */
export const usePolling = (onLost: () => void): Polling => {
  const connection = useConnection()
  const online = connection === 'online'
  const before = useRef(online)
  const ask = useEffectEvent(onLost)
  useEffect(() => {
    if (before.current && !online) ask()
    before.current = online
  }, [online])
  return { refetchInterval: online ? false : POLL_MS }
}
