import { useEffect } from 'react'

/** How often what may change by itself is asked for while its page is visible. ms */
const ASK_EVERY_MS = 15_000

/**
 * Asks at once, every 15 s while the page is visible, and when it becomes so or has a signal. `drop`: answers on their way
 * are of no use any more. `isTold`: the server tells without being asked.
 */
export const useRepeated = (again: () => void, drop: () => void, isTold: () => boolean = untold): void =>
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState === 'visible') again()
    }
    ask()
    const timer = setInterval(() => {
      if (!isTold()) ask()
    }, ASK_EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    addEventListener('online', ask)
    return () => {
      drop()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
      removeEventListener('online', ask)
    }
  }, [again, drop, isTold])

const untold = (): boolean => false
