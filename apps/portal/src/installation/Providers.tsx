import { api, MOST_SSO_PROVIDERS, type SsoProvider } from '@ambit/contract'
import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Question } from '../ui/Question.tsx'
import classes from './installation.module.css'
import { UPDATE_SIGN_IN } from './keys.ts'
import { providersQuery, signInChanged } from './queries.ts'
import { installationStrings as words } from './strings.ts'

export const Providers = () => {
  const providers = useQuery(providersQuery)
  const may = useCan()(UPDATE_SIGN_IN)
  const open = useOpenDialog()
  const { data } = providers
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-providers">
      <div className={classes['head']}>
        <h2 id="settings-providers">{words.providers}</h2>
        {may && data !== undefined && data.length < MOST_SSO_PROVIDERS && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => open('SsoProviderDialog', 'create')}>
            {words.add}
          </Button>
        )}
      </div>
      <p className={classes['text']}>{words.providersText}</p>
      {providers.isError && data === undefined && (
        <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />
      )}
      {data?.length === 0 && <EmptyState title={words.none} />}
      {data !== undefined && data.length > 0 && <ProviderTable providers={data} may={may} />}
    </section>
  )
}

const ProviderTable = ({ providers, may }: { providers: readonly SsoProvider[]; may: boolean }) => (
  <div className={classes['scroll']}>
    <table className={classes['table']} aria-label={words.providers}>
      <thead>
        <tr>
          <th scope="col">{words.columns.name}</th>
          <th scope="col">{words.columns.issuer}</th>
          <th scope="col">{words.columns.offered}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {providers.map((provider) => (
          <tr key={provider.id}>
            <th scope="row">{provider.name}</th>
            <td>{provider.issuer}</td>
            <td>{provider.offered ? words.yes : words.no}</td>
            <td>{may && <Actions provider={provider} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Actions = ({ provider: { id, name, version } }: { provider: SsoProvider }) => {
  const open = useOpenDialog()
  const [asking, setAsking] = useState(false)
  const test = async (): Promise<void> => {
    try {
      window.location.assign((await client.call(api.ssoProviders.test, { params: { id } })).data.url)
    } catch (error) {
      announceFailure(error, words.testAway)
    }
  }
  const remove = async (): Promise<void> => {
    setAsking(false)
    try {
      await client.call(api.ssoProviders.destroy, { params: { id }, version })
      notify({ type: 'success', title: words.thanks, message: words.removed })
    } catch (error) {
      announceFailure(error, words.failed)
    }
    await signInChanged()
  }
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button variant="default" size="xs" aria-label={words.testOne(name)} onClick={() => void test()}>
        {words.test}
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={words.editOne(name)}
        onClick={() => open('SsoProviderDialog', 'edit', id)}
      >
        {words.edit}
      </Button>
      <Button variant="default" size="xs" aria-label={words.removeOne(name)} onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      <Question
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.removeTitle}
        text={words.removeText(name)}
      >
        <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
          {words.cancel}
        </Button>
        <Button onClick={() => void remove()}>{words.remove}</Button>
      </Question>
    </Group>
  )
}
