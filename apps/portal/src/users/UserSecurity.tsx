import { api, ApiError, type User } from '@ambit/contract'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { OFFLINE_SAVE } from '../api/failure-text.ts'
import { queryClient } from '../api/query-client.ts'
import { useCan } from '../auth/permissions.ts'
import { useSession } from '../auth/session.ts'
import { notify } from '../notifications/notify.tsx'
import { SessionsOfUser } from '../records/Sessions.tsx'
import { SignInBlock } from './SignInBlock.tsx'
import { UserIdentities } from './UserIdentities.tsx'
import { factorStrings as words } from './factor-strings.ts'
import classes from './users.module.css'

type Person = Pick<User, 'id' | 'full_name'>

/** The sessions of a user, and for those who may take it away their second step. */
const UserSecurity = ({ user }: { user: Person }) => {
  const can = useCan()
  return (
    <>
      <SignInBlock user={user} />
      <SessionsOfUser id={user.id} />
      {can('UserManagement:factor:canDestroy') && <Factors user={user} />}
      <UserIdentities id={user.id} />
    </>
  )
}
export default UserSecurity

const factorsOf = (id: number) =>
  queryOptions({
    queryKey: ['second-factors', 'of', id],
    queryFn: ({ signal }) => client.call(api.users.secondFactors, { params: { id }, signal }).then(({ data }) => data),
  })

const Factors = ({ user }: { user: Person }) => {
  const session = useSession()
  const factors = useQuery(factorsOf(user.id))
  const [asking, setAsking] = useState(false)
  if (factors.data === undefined) return null
  const own = session.status === 'logged_in' && session.user.id === user.id
  return (
    <section className={classes['factors']} aria-labelledby="user-factors">
      <h3 id="user-factors">{words.title}</h3>
      {factors.data.length === 0 && <p>{words.none}</p>}
      {factors.data.map(({ kind, id, name }) => (
        <p key={`${kind} ${id}`}>{name}</p>
      ))}
      {factors.data.length > 0 && !own && (
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          {words.take}
        </Button>
      )}
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.takeTitle}
        size={420}
        zIndex={350}
        centered
        attributes={{ header: { role: 'none' } }}
      >
        <TakeForm user={user} onDone={() => setAsking(false)} />
      </Modal>
    </section>
  )
}

const TakeForm = ({ user, onDone }: { user: Person; onDone: () => void }) => {
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    event.stopPropagation()
    if (reason.trim() === '' || busy) return
    setBusy(true)
    setFailure('')
    try {
      await client.call(api.users.takeFactors, { params: { id: user.id }, reason: reason.trim() })
      notify({ type: 'success', title: words.title, message: words.taken })
      onDone()
      await Promise.all(
        ['second-factors', 'sessions'].map((kind) => queryClient.invalidateQueries({ queryKey: [kind] })),
      )
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : OFFLINE_SAVE)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes['note']}>{words.takeText(user.full_name)}</p>
      <TextInput
        data-autofocus
        label={words.reason}
        maxLength={250}
        value={reason}
        error={failure === '' ? undefined : failure}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt={16}>
        <Button variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={reason.trim() === ''}>
          {words.take}
        </Button>
      </Group>
    </form>
  )
}
