import { api } from '@ambit/contract'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { Link, useParam } from '../url/link.tsx'
import { AuthCard } from './AuthCard.tsx'
import { notMeFailure } from './not-me-failure.ts'
import classes from './sign-in.module.css'
import { authStrings as words } from './strings.ts'

/** Opened by a link of a mail. Opening does nothing: programs that look through mail open links too. */
const NotMePage = () => {
  const token = useParam('token') ?? ''
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState('')

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure('')
    try {
      await client.call(api.passwords.notMe, { body: { token } })
      setDone(true)
    } catch (error) {
      setFailure(notMeFailure(error))
    } finally {
      setBusy(false)
    }
  }

  if (done)
    return (
      <AuthCard title={words.notMeHeading} heading={words.notMeDone} text="">
        <div role="status">
          <p className={classes['muted']}>{words.notMeNext}</p>
        </div>
        <div className={classes['actions']}>
          <Link to="/Admin/ForgotPassword" className="text-link">
            {words.notMeChoose}
          </Link>
        </div>
      </AuthCard>
    )
  return (
    <AuthCard title={words.notMeHeading} heading={words.notMeHeading} text={words.notMeText}>
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        <ul className={classes['list']}>
          {words.notMeWhat.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {failure !== '' && (
          <p className={classes['error']} role="alert">
            {failure}
          </p>
        )}
        <div className={classes['actions']}>
          <Link to="/Login" className="text-link">
            {words.backToLogin}
          </Link>
          <Button type="submit" loading={busy}>
            {words.notMeConfirm}
          </Button>
        </div>
      </form>
    </AuthCard>
  )
}
export default NotMePage
