import { api, ApiError } from '@ambit/contract'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { Link, useParam } from '../url/link.tsx'
import { type FormEvent, useId, useState } from 'react'
import { client } from '../api/client.ts'
import { notify } from '../notifications/notify.tsx'
import { accountKindOf } from './account-kind.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './sign-in.module.css'
import { confirmationHint, mayReset, passwordHint } from '../form/password-rules.ts'
import { Question } from '../ui/Question.tsx'
import { LiveHint } from '../form/LiveHint.tsx'
import { useSettings } from '../settings/settings.ts'
import { session } from '../auth/session.ts'
import { authStrings } from './strings.ts'
import { useLeadOn } from './use-lead-on.ts'

const RESET_DECAY = 5000

/** The server's word about the password or the link; the general one without. */
export const resetFailure = (error: unknown): string => {
  const entry =
    error instanceof ApiError
      ? error.errors.find(({ source }) => /^\/(password|reset_password_token)/.test(source?.pointer ?? ''))
      : undefined
  return entry === undefined ? authStrings.resetFailed : entry.detail
}

const ResetPasswordPage = () => {
  const { pathname } = useLocation()
  const kind = accountKindOf(pathname)
  const { password_length } = useSettings().signIn
  const given = useParam('token')
  const leadOn = useLeadOn()
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [done, setDone] = useState(false)
  const [passwordHintId, confirmationHintId] = [useId(), useId()]
  const token = given ?? typed.trim()
  const complete = mayReset(token, password, confirmation, password_length)

  const succeed = (): void => {
    if (kind === 'traveller') return setDone(true)
    notify({ type: 'success', title: authStrings.newPassword, message: authStrings.resetDone, decay: RESET_DECAY })
    leadOn(session.state().status === 'logged_out' ? '/Login' : '/Dashboard')
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!complete || busy) return
    setBusy(true)
    setFailure('')
    try {
      await client.call(api.passwords.reset, {
        body: { reset_password_token: token, password, password_confirmation: confirmation, kind },
      })
      succeed()
    } catch (error) {
      setFailure(resetFailure(error))
      setTyped('')
      setPassword('')
      setConfirmation('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthCard title="Reset password" heading={authStrings.resetHeading} text="">
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        {given === undefined && (
          <TextInput
            label={authStrings.token}
            autoComplete="one-time-code"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          label={authStrings.newPassword}
          autoComplete="new-password"
          autoFocus
          aria-describedby={passwordHintId}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <LiveHint id={passwordHintId} hint={passwordHint(password, password_length)} />
        <PasswordInput
          label={authStrings.confirmation}
          autoComplete="new-password"
          aria-describedby={confirmationHintId}
          value={confirmation}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
        {confirmation !== '' && <LiveHint id={confirmationHintId} hint={confirmationHint(password, confirmation)} />}
        {failure !== '' && (
          <div className={classes['error']} role="alert">
            <strong>{authStrings.resetFailedTitle}</strong>
            {`\n${failure}`}
          </div>
        )}
        <div className={classes['actions']}>
          <Link to="/Login" className="text-link">
            {authStrings.backToLogin}
          </Link>
          <Button type="submit" loading={busy} disabled={!complete}>
            {authStrings.updatePassword}
          </Button>
        </div>
      </form>
      <Question
        opened={done}
        onClose={() => setDone(false)}
        title={authStrings.newPassword}
        text={authStrings.travellerResetDone}
      >
        <Button onClick={() => setDone(false)}>{authStrings.close}</Button>
      </Question>
    </AuthCard>
  )
}
export default ResetPasswordPage
