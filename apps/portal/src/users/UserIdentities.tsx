import { api } from '@ambit/contract'
import { Button, Group, Select, TextInput } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { useCan } from '../auth/permissions.ts'
import { useSettings } from '../settings/settings.ts'
import { identityStrings as words } from './identity-strings.ts'
import classes from './users.module.css'

const identitiesOf = (id: number) =>
  queryOptions({
    queryKey: ['identities', 'of', id],
    queryFn: ({ signal }) => client.call(api.users.identities, { params: { id }, signal }).then(({ data }) => data),
  })

const changing = async (call: Promise<unknown>): Promise<boolean> => {
  try {
    await call
    return true
  } catch (error) {
    announceFailure(error, words.failed)
    return false
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['identities'] })
  }
}

/** Who a user is at the providers of single sign-on; nothing where there are none. */
export const UserIdentities = ({ id }: { id: number }) => {
  const { signOn } = useSettings()
  const may = useCan()('UserManagement:user:canUpdate')
  const { data } = useQuery(identitiesOf(id))
  if (data === undefined || (data.length === 0 && signOn.length === 0)) return null
  return (
    <section className={classes['factors']} aria-labelledby="user-identities">
      <h3 id="user-identities">{words.title}</h3>
      {data.length === 0 && <p>{words.none}</p>}
      {data.map((identity) => (
        <Group key={identity.id} justify="space-between" wrap="nowrap">
          <p className={classes['identity']}>
            {identity.provider_name}: {identity.email ?? identity.subject}
          </p>
          {may && (
            <Button
              variant="default"
              size="xs"
              aria-label={words.removeOne(identity.provider_name)}
              onClick={() => void changing(client.call(api.userIdentities.destroy, { params: { id: identity.id } }))}
            >
              {words.remove}
            </Button>
          )}
        </Group>
      ))}
      {may && signOn.length > 0 && <JoinForm id={id} />}
    </section>
  )
}

const JoinForm = ({ id }: { id: number }) => {
  const { signOn } = useSettings()
  const [provider, setProvider] = useState(String(signOn[0]?.id ?? ''))
  const [subject, setSubject] = useState('')
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    event.stopPropagation()
    const body = { provider_id: Number(provider), subject: subject.trim() }
    if (await changing(client.call(api.users.joinIdentity, { params: { id }, body }))) setSubject('')
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Group align="end" gap="xs" mt={8}>
        <Select
          label={words.provider}
          allowDeselect={false}
          data={signOn.map((one) => ({ value: String(one.id), label: one.name }))}
          value={provider}
          onChange={(value) => setProvider(value ?? provider)}
        />
        <TextInput
          label={words.subject}
          maxLength={255}
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={subject.trim() === ''}>
          {words.join}
        </Button>
      </Group>
    </form>
  )
}
