import { api, ApiError } from '@ambit/contract'
import { Button, Group, Modal, PasswordInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { client } from '../api/client.ts'
import { OFFLINE_SAVE } from '../api/failure-text.ts'
import { askForProofBy } from '../api/proven-calls.ts'
import { useSession } from '../auth/session.ts'
import { useSettings } from '../settings/settings.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { ProofByPasskeyProps } from './ProofByPasskey.tsx'
import { proofStrings as words } from './proof-strings.ts'

/** Its code comes when somebody is asked. */
const ProofByPasskey = lazyComponent<ProofByPasskeyProps>(
  () => import('./ProofByPasskey.tsx'),
  () => null,
)

/** Where the server wants to know again who is there, this asks for the password, and what was wanted goes on. */
export const ProofDialog = () => {
  const [answer, setAnswer] = useState<((proven: boolean) => void) | null>(null)
  useEffect(() => askForProofBy(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  const finish = (proven: boolean): void => {
    answer?.(proven)
    setAnswer(null)
  }
  return (
    <Modal
      opened={answer !== null}
      onClose={() => finish(false)}
      title={words.title}
      size={420}
      zIndex={400}
      centered
      attributes={{ header: { role: 'none' } }}
    >
      <ProofForm onProven={() => finish(true)} onCancel={() => finish(false)} />
    </Modal>
  )
}

/** A long name takes a second line. */
const longLabel = {
  h: 'auto',
  mih: 32,
  py: 6,
  styles: { label: { overflow: 'visible', whiteSpace: 'normal', overflowWrap: 'anywhere' } },
} as const

type ElsewhereProps = { onProven: () => void; onFailure: (words: string) => void }

/** By signing in at a provider once more, in a page of its own; then what was wanted is tried again. */
const ProofElsewhere = ({ onProven, onFailure }: ElsewhereProps) => {
  const { signOn } = useSettings()
  const [left, setLeft] = useState(false)
  const leave = async (id: number): Promise<void> => {
    // Opened at once: browsers hold windows back that come after an answer.
    const page = window.open('about:blank', '_blank')
    try {
      const { url } = (await client.call(api.sso.prove, { params: { id } })).data
      if (page !== null) page.location.href = url
      setLeft(true)
    } catch (error) {
      page?.close()
      onFailure(error instanceof ApiError ? (error.errors[0]?.detail ?? '') : OFFLINE_SAVE)
    }
  }
  return (
    <Group gap="xs" mt={12}>
      {signOn.map(({ id, name }) => (
        <Button key={id} variant="default" {...longLabel} onClick={() => void leave(id)}>
          {words.elsewhere(name)}
        </Button>
      ))}
      {left && <Button onClick={onProven}>{words.goOn}</Button>}
    </Group>
  )
}

const ProofForm = ({ onProven, onCancel }: { onProven: () => void; onCancel: () => void }) => {
  const session = useSession()
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    // It stands in the place of a form below, which must not be sent with it.
    event.stopPropagation()
    if (password === '' || busy) return
    setBusy(true)
    try {
      await client.call(api.sessions.prove, { body: { password } })
      onProven()
    } catch (error) {
      setFailure(error instanceof ApiError ? (error.errors[0]?.detail ?? '') : OFFLINE_SAVE)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p style={{ margin: '0 0 12px' }}>{words.text}</p>
      {/* Password managers find the account by its name. */}
      <input
        type="text"
        autoComplete="username"
        readOnly
        hidden
        value={session.status === 'logged_in' ? session.user.email : ''}
      />
      <PasswordInput
        data-autofocus
        label={words.password}
        autoComplete="current-password"
        value={password}
        error={failure === '' ? undefined : failure}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <ProofByPasskey onProven={onProven} onFailure={setFailure} />
      <ProofElsewhere onProven={onProven} onFailure={setFailure} />
      <Group justify="flex-end" gap="xs" mt={16}>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={password === ''}>
          {words.confirm}
        </Button>
      </Group>
    </form>
  )
}
