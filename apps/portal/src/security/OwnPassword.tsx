import { api, ApiError } from '@ambit/contract'
import { Button, Checkbox, Group, PasswordInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { client } from '../api/client.ts'
import { OFFLINE_SAVE } from '../api/failure-text.ts'
import { queryClient } from '../api/query-client.ts'
import { useSession } from '../auth/session.ts'
import { LiveHint } from '../form/LiveHint.tsx'
import { confirmationHint, passwordHint } from '../form/password-rules.ts'
import { notify } from '../notifications/notify.tsx'
import { useSettings } from '../settings/settings.ts'
import classes from './security.module.css'
import { securityStrings as words } from './strings.ts'

const nothing = { present: '', password: '', confirmation: '' }

/** By the present one, which nobody at an open screen knows. */
export const OwnPassword = () => {
  const session = useSession()
  const { password_length } = useSettings().signIn
  const [typed, setTyped] = useState(nothing)
  const [endOthers, setEndOthers] = useState(true)
  const [failure, setFailure] = useState<{ pointer: string; detail: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const [passwordHintId, confirmationHintId] = [useId(), useId()]
  const { present, password, confirmation } = typed
  const complete =
    present !== '' && passwordHint(password, password_length).fine && confirmationHint(password, confirmation).fine
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!complete || busy) return
    setBusy(true)
    setFailure(null)
    const body = { present_password: present, password, password_confirmation: confirmation, end_others: endOthers }
    try {
      await client.call(api.passwords.change, { body })
      setTyped(nothing)
      notify({ type: 'success', title: words.password, message: words.passwordChanged })
      await queryClient.invalidateQueries({ queryKey: ['sessions'] })
    } catch (error) {
      const entry = error instanceof ApiError ? error.errors[0] : undefined
      setFailure({ pointer: entry?.source?.pointer ?? '/present_password', detail: entry?.detail ?? OFFLINE_SAVE })
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof typeof nothing, pointer: string) => ({
    value: typed[name],
    error: failure?.pointer === pointer ? failure.detail : undefined,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setTyped((before) => ({ ...before, [name]: value }))
    },
  })
  return (
    <form className={classes['password']} onSubmit={(event) => void submit(event)} noValidate>
      {/* Password managers find the account by its name. */}
      <input
        type="text"
        autoComplete="username"
        readOnly
        hidden
        value={session.status === 'logged_in' ? session.user.email : ''}
      />
      <PasswordInput label={words.present} autoComplete="current-password" {...field('present', '/present_password')} />
      <PasswordInput
        label={words.newPassword}
        autoComplete="new-password"
        aria-describedby={passwordHintId}
        {...field('password', '/password')}
      />
      {password !== '' && <LiveHint id={passwordHintId} hint={passwordHint(password, password_length)} />}
      <PasswordInput
        label={words.confirmation}
        autoComplete="new-password"
        aria-describedby={confirmationHintId}
        {...field('confirmation', '/password_confirmation')}
      />
      {confirmation !== '' && <LiveHint id={confirmationHintId} hint={confirmationHint(password, confirmation)} />}
      <Checkbox
        label={words.endOthers}
        checked={endOthers}
        onChange={(event) => setEndOthers(event.currentTarget.checked)}
      />
      <Group>
        <Button type="submit" loading={busy} disabled={!complete}>
          {words.changePassword}
        </Button>
      </Group>
    </form>
  )
}
