import { useEffect, useRef } from 'react'
import { handOff } from './hand-off.ts'

/** The app has been in front for so long: the driver has come back to it. ms */
const BACK_MS = 10_000

/** Calls once when the app has been in front for 10 s after its way was handed to another. `wanted`: the trip is driven so. */
export const useReturn = (trip: number, wanted: boolean, returned: () => void): void => {
  const call = useRef(returned)
  useEffect(() => {
    call.current = returned
  })
  useEffect(() => {
    if (!wanted) return
    let timer: number | undefined
    const look = (): void => {
      window.clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = window.setTimeout(() => {
        if (handOff.trip() !== trip) return
        handOff.set(null)
        call.current()
      }, BACK_MS)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [trip, wanted])
}
