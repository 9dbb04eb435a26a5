import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { Link, Navigate } from '../url/link.tsx'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { notify } from '../notifications/notify.tsx'
import { useSettings } from '../settings/settings.ts'
import { AuthCard } from './AuthCard.tsx'
import { DemoSignIns } from './DemoSignIns.tsx'
import { loginFailure } from './login-failure.ts'
import classes from './sign-in.module.css'
import { readReturnAddress, resetReturnAddress } from '../auth/return-address.ts'
import { session, type SignInOutcome } from '../auth/session.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { SignInProgress, type SignInStep } from './SignInProgress.tsx'
import type { SecondStepProps } from './SecondStep.tsx'
import type { SignOnProps } from './SignOn.tsx'
import { authStrings } from './strings.ts'

/** Long enough to be read, short enough not to be waited for. */
const STEP_MS = 250

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Few are asked for it: its code comes then. */
const SecondStep = lazyComponent<SecondStepProps>(
  () => import('./SecondStep.tsx'),
  () => null,
)

/** So does what leads to providers. */
const SignOn = lazyComponent<SignOnProps>(
  () => import('./SignOn.tsx'),
  () => null,
)

/** And what asks for passkeys. */
const PasskeySignIn = lazyComponent<SignOnProps>(
  () => import('./PasskeySignIn.tsx'),
  () => null,
)

class RefusedToken extends Error {}

/** Checking, signing in, done; then on to where the person wanted to go. */
const followSavedToken = async (show: (step: SignInStep) => void, enter: () => Promise<void>): Promise<void> => {
  const result = await session.check()
  if (result !== 'accepted')
    throw new RefusedToken(result === 'refused' ? authStrings.tokenRefused : authStrings.noToken)
  show('signing_in')
  await pause(STEP_MS)
  show('done')
  await pause(STEP_MS)
  await enter()
}

const LoginPage = () => {
  const settings = useSettings()
  const router = useRouter()
  const [step, setStep] = useState<SignInStep | null>(session.state().status === 'logged_out' ? null : 'checking')
  const [message, setMessage] = useState('')
  const [ticket, setTicket] = useState<{ ticket: string; passkey: boolean } | null>(null)
  const [local, setLocal] = useState(settings.signIn.local_sign_in || settings.signOn.length === 0)

  const enter = async (): Promise<void> => {
    const address = readReturnAddress(localStorage)
    resetReturnAddress(localStorage)
    await router.navigate({ href: address, replace: true })
  }

  const goOn = async (outcome: SignInOutcome): Promise<void> => {
    switch (outcome.kind) {
      case 'signed_in':
        return welcome()
      case 'second_step':
        return setTicket(outcome)
      case 'new_password':
        notify({ type: 'info', title: authStrings.newPassword, message: authStrings.chooseOwn })
        return router.navigate({ href: `/Admin/ResetPassword/${outcome.token}`, replace: true })
    }
  }

  const welcome = (): Promise<void> => {
    notify({ type: 'success', title: authStrings.successTitle, message: authStrings.success, decay: 3500 })
    return enter()
  }

  const followed = useEffectEvent(() =>
    followSavedToken(setStep, enter).catch((error: unknown) => {
      setMessage(error instanceof RefusedToken ? error.message : loginFailure(error))
      setStep(null)
    }),
  )
  // A saved token is checked once, when the page opens.
  useEffect(() => {
    if (session.state().status !== 'logged_out') void followed()
  }, [])

  if (settings.setup_needed) return <Navigate to="/Setup" replace />
  if (step !== null) return <SignInProgress step={step} />
  if (ticket !== null)
    return (
      <SecondStep
        {...ticket}
        onBack={(words) => {
          setMessage(words)
          setTicket(null)
        }}
        onSuccess={goOn}
      />
    )
  return (
    <AuthCard
      title={authStrings.login}
      heading={authStrings.welcome(settings.app.appName)}
      text={authStrings.welcomeText}
    >
      {settings.signOn.length > 0 && <SignOn onMessage={setMessage} onSuccess={goOn} />}
      {local ? (
        <>
          <LoginForm message={message} onMessage={setMessage} onSuccess={goOn} />
          <PasskeySignIn onMessage={setMessage} onSuccess={goOn} />
        </>
      ) : (
        <div className={classes['form']}>
          <Failure message={message} />
          <Button variant="subtle" onClick={() => setLocal(true)}>
            {authStrings.breakGlass}
          </Button>
        </div>
      )}
      {settings.local_demo !== null ? (
        <DemoSignIns signIns={settings.local_demo.sign_ins} onMessage={setMessage} onSuccess={goOn} />
      ) : (
        settings.demo && (
          <p className={classes['hint']} style={{ marginTop: 16 }}>
            {authStrings.demo}
          </p>
        )
      )}
    </AuthCard>
  )
}
export default LoginPage

const Failure = ({ message }: { message: string }) =>
  message === '' ? null : (
    <p className={classes['error']} role="alert">
      {message}
    </p>
  )

type FormProps = {
  message: string
  onMessage: (message: string) => void
  onSuccess: (outcome: SignInOutcome) => Promise<void>
}

const LoginForm = ({ message, onMessage, onSuccess }: FormProps) => {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const filled = email.trim() !== '' && password !== ''

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!filled || busy) return
    setBusy(true)
    onMessage('')
    try {
      await onSuccess(await session.signIn({ email: email.trim(), password }))
    } catch (error) {
      onMessage(loginFailure(error))
      setBusy(false)
    }
  }

  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={authStrings.emailOrUsername}
        autoComplete="username"
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={authStrings.password}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Failure message={message} />
      <div className={classes['actions']}>
        <Link to="/Admin/ForgotPassword" className="text-link">
          {authStrings.forgotten}
        </Link>
        {filled && (
          <Button type="submit" loading={busy}>
            {authStrings.login}
          </Button>
        )}
      </div>
    </form>
  )
}
