import { environments, type EnvironmentValue } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useCan } from '../auth/permissions.ts'
import { SelectField } from '../form/fields.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { environmentStrings as words } from './environment-strings.ts'
import classes from './installation.module.css'
import { UPDATE_ENVIRONMENT } from './keys.ts'
import { environmentQuery, saveSettings, settingsChanged } from './queries.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { setBy } from './settings-strings.ts'

const NAME = 'AMBIT_ENVIRONMENT'

/** The environment's name, and what the environment sets. */
export const EnvironmentTab = () => {
  const environment = useQuery(environmentQuery)
  return (
    <div className={classes['parts']}>
      {environment.isPending && <Skeleton h={320} role="status" aria-label={words.loading} />}
      {environment.isError && environment.data === undefined && (
        <ErrorState error={environment.error} onRetry={() => void environment.refetch()} />
      )}
      {environment.data !== undefined && (
        <>
          <Name chosen={environment.data.find(({ name }) => name === NAME)} />
          <Values values={environment.data} />
        </>
      )}
    </div>
  )
}

const NameForm = z.object({ name: z.enum([...environments, '']) })

const options = [
  { value: '', label: words.byAddress },
  ...environments.map((value) => ({ value, label: value as string })),
]

const Name = ({ chosen }: { chosen: EnvironmentValue | undefined }) => {
  const known = NameForm.shape.name.safeParse(chosen?.value ?? '')
  const fixed = chosen?.source === 'environment' ? { disabled: true, note: setBy(NAME) } : {}
  return (
    <SettingsForm
      id="settings-environment"
      title={words.title}
      text={words.text}
      schema={NameForm}
      values={{ name: known.success ? known.data : '' }}
      labels={words}
      allowed={useCan()(UPDATE_ENVIRONMENT)}
      save={async ({ name = '' }) => {
        await saveSettings({ environment: { name: name === '' ? null : name } }, 'environment')
        settingsChanged()
      }}
    >
      <SelectField name="name" label={words.name} options={options} openOnFocus={false} {...fixed} />
    </SettingsForm>
  )
}

const Values = ({ values }: { values: readonly EnvironmentValue[] }) => {
  const set = values.filter(({ source }) => source !== 'default')
  const unset = values.filter(({ source }) => source === 'default')
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-variables">
      <h2 id="settings-variables">{words.values}</h2>
      <p className={classes['text']}>{words.valuesText}</p>
      {set.length === 0 ? <p className={classes['text']}>{words.none}</p> : <SetValues values={set} />}
      {unset.length > 0 && (
        <>
          <h3>{words.unset}</h3>
          <p className={classes['text']}>{words.unsetText}</p>
          <ul className={classes['names']} aria-label={words.unset}>
            {unset.map(({ name }) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const SetValues = ({ values }: { values: readonly EnvironmentValue[] }) => (
  <div className={classes['scroll']}>
    <table className={classes['table']} aria-label={words.values}>
      <thead>
        <tr>
          <th scope="col">{words.columns.name}</th>
          <th scope="col">{words.columns.value}</th>
          <th scope="col">{words.columns.source}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ name, value, secret, source }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{secret ? words.secret : value}</td>
            <td>{words.sources[source]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
