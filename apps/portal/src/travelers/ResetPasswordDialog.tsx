import { api } from '@ambit/contract'
import { Button, PasswordInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { travelerRecords } from '../records/travelers.ts'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { confirmationHint, passwordHint } from '../form/password-rules.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { LiveHint } from '../form/LiveHint.tsx'
import { onceReleased } from '../form/once-released.ts'
import { notify } from '../notifications/notify.tsx'
import { travelerStrings } from './strings.ts'
import shared from './travelers.module.css'
import classes from './ResetPasswordDialog.module.css'

const words = travelerStrings.password
const LINK_DECAY = 4500

/** A new password for a passenger: set here, or chosen by the passenger with a link. */
const ResetPasswordDialog = () => {
  const id = Number(useDialog().id)
  return (
    <Loaded query={useQuery(travelerRecords.one(id))} title={travelerStrings.resetPassword}>
      {({ full_name, email, restriction }) => (
        <DialogFrame title={travelerStrings.resetPassword} id={full_name}>
          <SetPassword travelerId={id} />
          {restriction === null && email !== null ? (
            <SendLink name={full_name} email={email} />
          ) : (
            <p className={classes['sendLink']}>{email === null ? words.noEmail : words.noLink}</p>
          )}
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default ResetPasswordDialog

const SetPassword = ({ travelerId }: { travelerId: number }) => {
  const [values, setValues] = useState({ password: '', confirmation: '' })
  const [left, setLeft] = useState({ password: false, confirmation: false })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [done, setDone] = useState(false)
  const hintIds = { password: useId(), confirmation: useId() }
  const { password, confirmation } = values
  const hints = { password: passwordHint(password), confirmation: confirmationHint(password, confirmation) }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setLeft({ password: true, confirmation: true })
    if (busy || !hints.password.fine || !hints.confirmation.fine) return
    setBusy(true)
    setFailure('')
    try {
      const body = { newPassword: password, confirmPassword: confirmation }
      await client.call(api.travelers.resetPassword, { params: { id: travelerId }, body })
      setDone(true)
      notify({ type: 'success', title: travelerStrings.thanks, message: words.done })
    } catch (error) {
      setFailure(`${words.failed} ${failureText(error)}`)
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof typeof values) => ({
    autoComplete: 'new-password',
    withAsterisk: true,
    value: values[name],
    'aria-describedby': hintIds[name],
    error: left[name] && values[name] === '' ? words.required : undefined,
    onBlur: () => onceReleased(() => setLeft((before) => ({ ...before, [name]: true }))),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
    },
  })
  if (done)
    return (
      <p role="status" className={shared['cardAdded']}>
        {words.done}
      </p>
    )
  return (
    <form
      className={classes['password']}
      onSubmit={(event) => void submit(event)}
      aria-label={travelerStrings.resetPassword}
      noValidate
    >
      <p className={shared['hint']}>{words.explained}</p>
      <PasswordInput label={words.new} data-autofocus {...field('password')} />
      {password !== '' && <LiveHint id={hintIds.password} hint={hints.password} />}
      <PasswordInput label={words.confirmation} {...field('confirmation')} />
      {confirmation !== '' && <LiveHint id={hintIds.confirmation} hint={hints.confirmation} />}
      {failure !== '' && (
        <p className={shared['cardError']} role="alert">
          {failure}
        </p>
      )}
      <Button type="submit" loading={busy} style={{ justifySelf: 'end' }}>
        {words.submit}
      </Button>
    </form>
  )
}

const SendLink = ({ name, email }: { name: string; email: string }) => {
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await client.call(api.passwords.forgot, { body: { email, kind: 'traveller' } })
      notify({ type: 'success', title: travelerStrings.thanks, message: words.sent(name), decay: LINK_DECAY })
    } catch (error) {
      announceFailure(error, words.linkFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className={classes['sendLink']}>
      {words.orLink}
      <Button variant="default" size="compact-sm" loading={busy} onClick={() => void send()}>
        {words.sendLink}
      </Button>
    </p>
  )
}
