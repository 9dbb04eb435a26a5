import { useRef } from 'react'

/** Two taps within this time are one, also where something else has come under the finger meanwhile. */
const DOUBLE_TAP_MS = 400

export const useOneTap = (): ((work: () => void) => void) => {
  const last = useRef(-Infinity)
  return (work) => {
    const at = performance.now()
    if (at - last.current < DOUBLE_TAP_MS) return
    last.current = at
    work()
  }
}
