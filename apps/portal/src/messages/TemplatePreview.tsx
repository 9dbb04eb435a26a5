import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { previewQuery, type trialOf } from './template-queries.ts'
import { templateStrings as words } from './template-strings.ts'
import classes from './templates.module.css'

/** After the last key, in milliseconds. */
const TYPED_MS = 250

/** A text as passengers would read it, with the values of an example. */
export const TemplatePreview = ({ trial }: { trial: ReturnType<typeof trialOf> }) => {
  const [typed] = useDebouncedValue(trial, TYPED_MS)
  const { data } = useQuery({ ...previewQuery(typed), placeholderData: keepPreviousData })
  if (data === undefined) return null
  const { subject, text, sms, faults } = data
  return (
    <section className={classes['preview']} aria-label={words.preview}>
      <h3>{words.preview}</h3>
      <div className={classes['message']} data-channel={trial.channel}>
        {subject !== null && <strong>{subject}</strong>}
        <p>{text}</p>
      </div>
      {sms !== null && (
        <p className={classes['size']}>
          {words.size(sms.characters, sms.parts, sms.most_parts)}
          {sms.costly !== null && ` ${words.costly(sms.costly)}`}
        </p>
      )}
      {faults.length > 0 && (
        <ToneAlert tone="danger" mt={12}>
          <ul>
            {faults.map(({ field, index, message }) => (
              <li key={`${field} ${index} ${message}`}>{`${words.fields[field]}: ${message}`}</li>
            ))}
          </ul>
        </ToneAlert>
      )}
    </section>
  )
}
