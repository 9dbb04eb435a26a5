import { useId } from 'react'
import { languageNames, languages } from '../texts/say.ts'
import { useDrive } from '../ui/drive.tsx'
import { preferences } from '../ui/preferences.ts'
import styles from './settings.module.css'

/** Choices of which one holds, each large enough to be hit. */
const Choice = <V extends string>(props: {
  label: string
  value: V
  options: readonly { value: V; label: string; lang?: string }[]
  onChoose: (value: V) => void
}) => {
  const name = useId()
  return (
    <fieldset className={styles['choice']}>
      <legend>{props.label}</legend>
      {props.options.map(({ value, label, lang }) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === props.value} onChange={() => props.onChoose(value)} />
          <span lang={lang}>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** How this device shows the app. */
export const Settings = () => {
  const { preferences: prefers, say } = useDrive()
  return (
    <>
      <Choice
        label={say('theme')}
        value={prefers.theme}
        options={[
          { value: 'auto', label: say('theme_auto') },
          { value: 'day', label: say('theme_day') },
          { value: 'night', label: say('theme_night') },
        ]}
        onChoose={(theme) => preferences.set({ theme })}
      />
      <Choice
        label={say('hand')}
        value={prefers.hand}
        options={[
          { value: 'right', label: say('hand_right') },
          { value: 'left', label: say('hand_left') },
        ]}
        onChoose={(hand) => preferences.set({ hand })}
      />
      <Choice
        label={say('map')}
        value={prefers.map}
        options={[
          { value: 'shown', label: say('map_shown') },
          { value: 'dimmed', label: say('map_dimmed') },
          { value: 'hidden', label: say('map_hidden') },
        ]}
        onChoose={(map) => preferences.set({ map })}
      />
      <Choice
        label={say('language')}
        value={prefers.language ?? 'device'}
        options={[
          { value: 'device', label: say('language_device') },
          ...languages.map((value) => ({ value, label: languageNames[value], lang: value })),
        ]}
        onChoose={(language) => preferences.set({ language: language === 'device' ? null : language })}
      />
    </>
  )
}
