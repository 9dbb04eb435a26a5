import { useEffect, useState } from 'react'
import type { Preferences } from './preferences.ts'

const DARK = '(prefers-color-scheme: dark)'

/** Whether the system is dark. */
const useDarkSystem = (): boolean => {
  const [dark, setDark] = useState(() => matchMedia(DARK).matches)
  useEffect(() => {
    const system = matchMedia(DARK)
    const read = (): void => setDark(system.matches)
    system.addEventListener('change', read)
    return () => system.removeEventListener('change', read)
  }, [])
  return dark
}

/** Puts day or night, and the hand that taps, on the page. `sunIsDown`: null where no place is known. */
export const useTheme = ({ theme, hand }: Preferences, sunIsDown: boolean | null): void => {
  const dark = useDarkSystem()
  const night = theme === 'auto' ? (sunIsDown ?? dark) : theme === 'night'
  useEffect(() => {
    document.documentElement.dataset['hand'] = hand
  }, [hand])
  useEffect(() => {
    document.documentElement.dataset['theme'] = night ? 'night' : 'day'
  }, [night])
}
