import { api, NetworkError } from '@ambit/contract'
import { Button, TextInput } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { Link } from '../url/link.tsx'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { notify } from '../notifications/notify.tsx'
import { accountKindOf } from './account-kind.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './sign-in.module.css'
import { authStrings } from './strings.ts'
import { useLeadOn } from './use-lead-on.ts'

const ForgotPasswordPage = () => {
  const kind = accountKindOf(useLocation().pathname)
  const leadOn = useLeadOn()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const complete = email.includes('@')

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!complete || busy) return
    setBusy(true)
    setMessage('')
    try {
      await client.call(api.passwords.forgot, { body: { email: email.trim(), kind } })
    } catch (error) {
      setMessage(error instanceof NetworkError ? authStrings.offline : authStrings.forgotFailed)
      return setBusy(false)
    }
    notify({ type: 'success', title: authStrings.forgotSuccessTitle, message: authStrings.forgotSuccess })
    leadOn('/Login')
  }

  return (
    <AuthCard title="Forgot password" heading={authStrings.forgotHeading} text={authStrings.forgotText}>
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={authStrings.email}
          type="email"
          autoComplete="email"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {message !== '' && (
          <p className={classes['error']} role="alert">
            {message}
          </p>
        )}
        <div className={classes['actions']}>
          <Link to="/Login" className="text-link">
            {authStrings.backToLogin}
          </Link>
          {complete && (
            <Button type="submit" loading={busy}>
              {authStrings.resetPassword}
            </Button>
          )}
        </div>
      </form>
    </AuthCard>
  )
}
export default ForgotPasswordPage
