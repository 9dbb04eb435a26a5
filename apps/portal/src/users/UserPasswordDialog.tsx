import { api, ApiError, UserPassword } from '@ambit/contract'
import { Button, PasswordInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { userRecords } from '../records/users.ts'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { OFFLINE_SAVE } from '../api/failure-text.ts'
import { notify } from '../notifications/notify.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { blockOf } from './queries.ts'
import { userStrings } from './strings.ts'
import classes from './users.module.css'

const words = userStrings.password

type Told = { password?: string; password_confirm?: string }

/** What each field wants; a mismatch has an alert of its own. */
const wantedOf = (password: string, confirm: string): Told => {
  const parsed = UserPassword.safeParse({ password, password_confirm: confirm })
  if (parsed.success) return {}
  const told: Told = {}
  for (const { path, message } of parsed.error.issues) {
    const field = path[0]
    if (message !== words.mismatch && (field === 'password' || field === 'password_confirm')) told[field] ??= message
  }
  return told
}

/** A new password for one user, typed twice. */
const UserPasswordDialog = () => {
  const { id, close } = useDialog()
  const user = useQuery(userRecords.one(Number(id)))
  const block = useQuery(blockOf(Number(id)))
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const wanted = wantedOf(password, confirm)
  const mismatch = password !== '' && confirm !== '' && password !== confirm

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setSubmitted(true)
    if (busy || mismatch || Object.keys(wanted).length > 0) return
    setBusy(true)
    setFailure('')
    try {
      await client.call(api.users.changePassword, {
        params: { id: Number(id) },
        body: { password, password_confirm: confirm },
      })
      notify({ type: 'success', title: userStrings.thanks, message: userStrings.saved })
      userRecords.changed()
      close()
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : OFFLINE_SAVE)
    } finally {
      setBusy(false)
    }
  }

  return (
    <DialogFrame title={userStrings.passwordTitle} id={user.data?.full_name}>
      <form
        className={classes['password']}
        onSubmit={(event) => void submit(event)}
        aria-label={userStrings.passwordTitle}
        noValidate
      >
        <p className={classes['note']}>{words.ends}</p>
        {block.data?.reset_lifts === false && <ToneAlert tone="warning">{words.lifts}</ToneAlert>}
        <PasswordInput
          label={words.password}
          autoComplete="new-password"
          data-autofocus
          withAsterisk
          value={password}
          error={submitted && wanted.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label={words.confirm}
          autoComplete="new-password"
          withAsterisk
          value={confirm}
          error={submitted && wanted.password_confirm}
          onChange={(event) => setConfirm(event.currentTarget.value)}
        />
        {submitted && mismatch && <ToneAlert tone="danger">{words.mismatch}</ToneAlert>}
        {failure !== '' && <ToneAlert tone="danger">{failure}</ToneAlert>}
        <div className={classes['buttons']}>
          <Button type="submit" loading={busy}>
            {words.submit}
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}
export default UserPasswordDialog
