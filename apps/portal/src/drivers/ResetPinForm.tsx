import { api, ApiError } from '@ambit/contract'
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { client } from '../api/client.ts'
import { LiveHint } from '../form/LiveHint.tsx'
import { notify } from '../notifications/notify.tsx'
import classes from './drivers.module.css'
import { mayResetPin, pinConfirmationHint, pinHint } from './pin-rules.ts'
import { driverStrings } from './strings.ts'

const words = driverStrings.pin
const PIN_DECAY = 4500

/** The first error's own words. */
export const pinFailure = (error: unknown): string => {
  const detail = error instanceof ApiError ? error.errors[0]?.detail : undefined
  return words.error(detail === undefined || detail === '' ? words.failed : detail)
}

/** Shown until submitted; then it gives way to the message of success. */
export const ResetPinForm = ({ driverId }: { driverId: number }) => {
  const [pin, setPin] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [done, setDone] = useState(false)
  const [pinHintId, confirmationHintId] = [useId(), useId()]
  const complete = mayResetPin(pin, confirmation)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!complete || busy) return
    setBusy(true)
    setFailure('')
    try {
      await client.call(api.drivers.resetPin, {
        params: { id: driverId },
        body: { password: pin, password_confirmation: confirmation },
      })
      setDone(true)
      notify({ type: 'success', title: words.title, message: words.done, decay: PIN_DECAY })
    } catch (error) {
      setFailure(pinFailure(error))
      setPin('')
      setConfirmation('')
    } finally {
      setBusy(false)
    }
  }

  if (done)
    return (
      <p role="status" className={classes['done']}>
        {words.done}
      </p>
    )
  return (
    <form className={classes['pin']} onSubmit={(event) => void submit(event)} aria-label={words.title} noValidate>
      <p className={classes['explained']}>{words.explained}</p>
      <PasswordInput
        label={words.new}
        inputMode="numeric"
        autoComplete="new-password"
        data-autofocus
        aria-describedby={pinHintId}
        value={pin}
        onChange={(event) => setPin(event.currentTarget.value)}
      />
      <LiveHint id={pinHintId} hint={pinHint(pin)} />
      <PasswordInput
        label={words.confirmation}
        inputMode="numeric"
        autoComplete="new-password"
        aria-describedby={confirmationHintId}
        value={confirmation}
        onChange={(event) => setConfirmation(event.currentTarget.value)}
      />
      {confirmation !== '' && <LiveHint id={confirmationHintId} hint={pinConfirmationHint(pin, confirmation)} />}
      {failure !== '' && (
        <p className={classes['failure']} role="alert">
          {failure}
        </p>
      )}
      <div className={classes['buttons']}>
        {complete && (
          <Button type="submit" loading={busy}>
            {words.submit}
          </Button>
        )}
      </div>
    </form>
  )
}
