import { useEffect, useState } from 'react'

/** Between the last letter and the moment at which something is asked for it, in ms. */
export const PAUSE_MS = 300

/** What is typed, once typing has paused: nothing is asked for at every letter. */
export const usePaused = (typed: string): string => {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
