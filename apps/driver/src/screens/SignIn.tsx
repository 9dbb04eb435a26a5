import { type SubmitEvent, useId, useRef, useState } from 'react'
import { askToKeepStorage } from '@ambit/phone-push/storage'
import type { SignInRefusal } from '../device/device.ts'
import type { Say } from '../texts/catalogue.ts'
import { detailOf } from '../ui/detail-of.ts'
import { useDrive, useNow } from '../ui/drive.tsx'
import { usedBefore } from '../ui/used-before.ts'
import { MINUTE_MS } from '../trip/stop-view.ts'
import { DemoDrivers } from './DemoDrivers.tsx'
import { Install } from './Install.tsx'
import { NumberPad } from './NumberPad.tsx'
import styles from './sign-in.module.css'

const PIN_LENGTH = 6

/** What was refused, and until when there is no other try, ms. */
type Trouble = { refusal: SignInRefusal; until: number } | null

/** Username and PIN; the PIN alone where the session ended in a running trip. */
export const SignIn = ({ pinAlone }: { pinAlone: boolean }) => {
  const { device, state, say } = useDrive()
  const now = useNow()
  const [username, setUsername] = useState(state.username)
  const [shared, setShared] = useState(false)
  const [pin, setPin] = useState('')
  const [missing, setMissing] = useState<'username' | 'pin' | null>(null)
  const [trouble, setTrouble] = useState<Trouble>(null)
  const [busy, setBusy] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const digits = useRef<HTMLInputElement>(null)
  const ids = { name: useId(), nameHint: useId(), pin: useId(), pinHint: useId(), shared: useId() }

  const enter = (text: string): void => {
    setMissing(null)
    setPin(text.replaceAll(/\D/g, '').slice(0, PIN_LENGTH))
  }
  const send = async (): Promise<void> => {
    setBusy(true)
    const asked = pinAlone ? device.confirmPin(pin) : device.signIn({ username: username.trim(), pin, shared })
    const refusal = await asked.catch((error: unknown) => ({ reason: 'failed' as const, detail: detailOf(error) }))
    setBusy(false)
    setPin('')
    const wait = refusal?.reason === 'throttled' ? refusal.seconds * 1000 : 0
    setTrouble(refusal === null ? null : { refusal, until: device.now() + wait })
    if (refusal !== null) digits.current?.focus()
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (busy) return
    if (!pinAlone && username.trim() === '') {
      setMissing('username')
      return name.current?.focus()
    }
    if (pin.length < PIN_LENGTH) {
      setMissing('pin')
      return digits.current?.focus()
    }
    askToKeepStorage()
    void send()
  }
  return (
    <main className={styles['page']}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <div className={styles['fields']}>
          <h1>{say('sign_in')}</h1>
          {state.is_new && usedBefore.is() && <p className={styles['error']}>{say('storage_lost')}</p>}
          {!pinAlone && <Install />}
          {pinAlone ? (
            <p>{say('pin_again')}</p>
          ) : (
            <p>
              <label htmlFor={ids.name}>{say('username')}</label>
              <input
                ref={name}
                id={ids.name}
                type="text"
                value={username}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={200}
                aria-invalid={missing === 'username'}
                aria-describedby={ids.nameHint}
                onChange={({ target }) => {
                  setMissing(null)
                  setUsername(target.value)
                }}
              />
              <span id={ids.nameHint} className={styles['error']}>
                {missing === 'username' && say('enter_username')}
              </span>
            </p>
          )}
          <p>
            <label htmlFor={ids.pin}>{say('pin')}</label>
            {/* A code for once is offered to no password manager: the PIN is kept nowhere. */}
            <input
              ref={digits}
              id={ids.pin}
              className={styles['pin']}
              type="password"
              inputMode="none"
              value={pin}
              autoComplete="one-time-code"
              maxLength={PIN_LENGTH}
              aria-invalid={missing === 'pin'}
              aria-describedby={ids.pinHint}
              onChange={({ target }) => enter(target.value)}
            />
            <span id={ids.pinHint} className={styles['error']}>
              {missing === 'pin' && say('enter_pin')}
            </span>
            <span className="hidden" role="status">
              {pin.length > 0 && say('pin_entered', { n: pin.length })}
            </span>
          </p>
          {!pinAlone && (
            <label className={styles['check']} htmlFor={ids.shared}>
              <input
                id={ids.shared}
                type="checkbox"
                checked={shared}
                onChange={({ target }) => setShared(target.checked)}
              />
              <span>
                {say('shared_device')}
                <small>{say('shared_hint')}</small>
              </span>
            </label>
          )}
          {!pinAlone && <DemoDrivers />}
          <p role="alert" className={styles['error']}>
            {sentenceOf(trouble, say, now)}
          </p>
        </div>
        <div className={styles['entry']}>
          <NumberPad onDigit={(digit) => enter(pin + digit)} onDelete={() => enter(pin.slice(0, -1))} />
          <button className="main" type="submit" aria-disabled={busy}>
            {say(busy ? 'signing_in' : 'sign_in')}
          </button>
        </div>
      </form>
    </main>
  )
}

/** Too many tries are counted down, and forgotten when the time has come. */
const sentenceOf = (trouble: Trouble, say: Say, now: number): string | null => {
  if (trouble === null) return null
  const { refusal, until } = trouble
  switch (refusal.reason) {
    case 'wrong':
      return say('wrong_sign_in')
    case 'offline':
      return say('sign_in_offline')
    case 'failed':
      return say('failed', { detail: refusal.detail })
    case 'throttled':
      return until > now ? say('too_many_tries', { n: Math.ceil((until - now) / MINUTE_MS) }) : null
  }
}
