import { useEffect } from 'react'
import type { Preferences } from './preferences.ts'

const DARK = '(prefers-color-scheme: dark)'

/** Puts day or night, and the hand that taps, on the page. */
export const useTheme = ({ theme, hand }: Preferences): void => {
  useEffect(() => {
    document.documentElement.dataset['hand'] = hand
  }, [hand])
  useEffect(() => {
    const dark = matchMedia(DARK)
    const show = (): void => {
      document.documentElement.dataset['theme'] = theme === 'auto' ? (dark.matches ? 'night' : 'day') : theme
    }
    show()
    dark.addEventListener('change', show)
    return () => dark.removeEventListener('change', show)
  }, [theme])
}
