import { useEffect, useState } from 'react'

/** Keeps the screen on while `wanted`, and asks again whenever the app comes to the front. True: it is refused. */
export const useWakeLock = (wanted: boolean): boolean => {
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    if (!wanted) return
    let held: WakeLockSentinel | null = null
    let over = false
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      try {
        // Older browsers have none, whatever the types say.
        const locks = navigator.wakeLock as WakeLock | undefined
        if (locks === undefined) return setRefused(true)
        held = await locks.request('screen')
        if (over) return void held.release()
        setRefused(false)
      } catch {
        setRefused(true)
      }
    }
    const again = (): void => void ask()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', again)
      void held?.release()
    }
  }, [wanted])
  return wanted && refused
}
