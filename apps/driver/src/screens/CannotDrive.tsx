import { useEffect } from 'react'
import { localeOf, sayIn } from '../texts/say.ts'
import { preferences } from '../ui/preferences.ts'
import { useTheme } from '../ui/use-theme.ts'
import type { Missing } from './cannot-drive.ts'
import styles from './trips.module.css'

/** Nothing can be begun here: a sign-in would promise what the browser cannot do. */
export const CannotDrive = ({ missing }: { missing: readonly Missing[] }) => {
  const { language, locale } = localeOf(preferences.state().language, navigator.languages)
  const say = sayIn(language, locale)
  useTheme(preferences.state(), null)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <main className={styles['page']}>
      <h1>{say('cannot_drive')}</h1>
      <ul className={styles['list']}>
        {missing.map((key) => (
          <li key={key}>{say(key)}</li>
        ))}
      </ul>
    </main>
  )
}
