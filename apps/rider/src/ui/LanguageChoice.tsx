import { useId, useSyncExternalStore } from 'react'
import { isLanguage, languageNames, languages } from '../texts/say.ts'
import { chosenLanguage } from './language.ts'
import { useRide } from './ride.tsx'
import styles from './field.module.css'

/** The app's language on this device. */
export const LanguageChoice = () => {
  const chosen = useSyncExternalStore(chosenLanguage.subscribe, chosenLanguage.state)
  return <LanguageSelect value={chosen} onChange={chosenLanguage.set} />
}

type Language = (typeof languages)[number]
type Props = { value: Language | null; onChange: (language: Language | null) => void }

export const LanguageSelect = ({ value, onChange }: Props) => {
  const { say } = useRide()
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{say('language')}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ target }) => onChange(isLanguage(target.value) ? target.value : null)}
      >
        <option value="">{say('language_device')}</option>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </div>
  )
}
