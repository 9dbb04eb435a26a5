import { useEffect, useState } from 'react'
import { createServerClock } from './server-clock.ts'

export const serverClock = createServerClock(() => performance.now(), new Date())

/** The server's time, renewed every `every` of our milliseconds. */
export const useNow = (every = 1000): Date => {
  const [now, setNow] = useState(() => serverClock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
