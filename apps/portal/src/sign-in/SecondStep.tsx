import { api, ApiError } from '@ambit/contract'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { client } from '../api/client.ts'
import { applyPasskey, noPasskeys } from '../auth/passkeys.ts'
import { session, type SignInOutcome } from '../auth/session.ts'
import { notify } from '../notifications/notify.tsx'
import { AuthCard } from './AuthCard.tsx'
import { loginFailure } from './login-failure.ts'
import { secondStepStrings as words } from './second-step-strings.ts'
import classes from './sign-in.module.css'

export type SecondStepProps = {
  ticket: string
  /** one is offered */
  passkey: boolean
  /** to the password, with a reason or without one */
  onBack: (reason: string) => void
  onSuccess: (outcome: SignInOutcome) => Promise<void>
}

/** So few that it is time for new ones. */
const FEW = 3

/** A passkey, the code of an authenticator app, or a recovery code. */
const SecondStep = ({ ticket, passkey, onBack, onSuccess }: SecondStepProps) => {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const field = useRef<HTMLInputElement>(null)

  const step = async (show: () => Promise<SignInOutcome>): Promise<void> => {
    setBusy(true)
    setMessage('')
    try {
      const outcome = await show()
      const left = outcome.kind === 'signed_in' ? outcome.codesLeft : null
      if (left !== null && left <= FEW)
        notify({ type: 'warning', title: words.codesLeft, message: words.fewLeft(left) })
      await onSuccess(outcome)
    } catch (error) {
      if (error instanceof ApiError && error.errors[0]?.code === 'token_expired') return onBack(words.over)
      setMessage(loginFailure(error))
      setCode('')
      setBusy(false)
      field.current?.focus()
    }
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (code.trim() === '' || busy) return
    await step(() => session.secondStep({ ticket, code }))
  }
  const sign = async (): Promise<SignInOutcome> => {
    const asked = () => client.call(api.passkeys.toSignIn, { body: { ticket } })
    return session.secondStep({ ticket, passkey: await applyPasskey(asked) })
  }
  const offered = passkey && noPasskeys() === null

  return (
    <AuthCard title={words.title} heading={words.heading} text={offered ? words.textWithPasskey : words.text}>
      {offered && (
        <Button fullWidth mt={20} disabled={busy} onClick={() => void step(sign)}>
          {words.withPasskey}
        </Button>
      )}
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          ref={field}
          label={words.code}
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {message !== '' && (
          <p className={classes['error']} role="alert">
            {message}
          </p>
        )}
        <div className={classes['actions']}>
          <Button variant="default" onClick={() => onBack('')}>
            {words.back}
          </Button>
          <Button type="submit" loading={busy} disabled={code.trim() === ''}>
            {words.signIn}
          </Button>
        </div>
      </form>
    </AuthCard>
  )
}
export default SecondStep
