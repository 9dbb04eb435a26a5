import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { api, CODE_DIGITS, type RidePassenger, type SignInChallenge, type SignInOutcome } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { Field } from '../ui/Field.tsx'
import { Page } from '../ui/Page.tsx'
import { useNow, useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useCodeAsking } from '../ui/use-code-asking.ts'
import { type More, MoreForm } from './MoreForm.tsx'
import styles from './screens.module.css'

type Props = {
  contact: string
  challenge: SignInChallenge
  onSentAgain: (challenge: SignInChallenge) => void
  onOtherContact: () => void
  /** `isStaying`: the account was to be deleted, which this has stopped */
  onSignedIn: (passenger: RidePassenger, isStaying: boolean) => void
}
type Needed = Exclude<SignInOutcome, { outcome: 'signed_in' }>

/** Sends the code, and with it what else was asked for. */
const useCode = (challenge: SignInChallenge, onSignedIn: Props['onSignedIn'], onRefused: () => void) => {
  const { calls } = useRide()
  const [needed, setNeeded] = useState<Needed | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (code: string, given: More): Promise<void> => {
    setBusy(true)
    setTrouble(null)
    const body = { code, ...given }
    const answered = await calls.call(api.ride.signIn, { params: { challenge: challenge.id }, body })
    setBusy(false)
    if (!answered.ok) {
      setTrouble(answered.trouble)
      // A code that ended while the rest was entered is asked for once more; the rest stays.
      if (answered.trouble.fields.has('/code')) setNeeded(null)
      return onRefused()
    }
    const { data } = answered.answer
    if (data.outcome === 'signed_in') onSignedIn(data.passenger, data.erasure_stopped)
    else setNeeded(data)
  }
  return { needed, trouble, setTrouble, isBusy, send }
}

export const CodeForm = ({ contact, challenge, onSentAgain, onOtherContact, onSignedIn }: Props) => {
  const { say } = useRide()
  const ask = useCodeAsking()
  const [code, setCode] = useState('')
  const [more, setMore] = useState<More>({})
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { needed, trouble, setTrouble, isBusy, send } = useCode(challenge, onSignedIn, () => field.current?.focus())
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isBusy) return
    const isWhole = code.length === CODE_DIGITS
    setMissing(!isWhole)
    if (isWhole) void send(code, more)
    else field.current?.focus()
  }
  const sendAgain = async (): Promise<void> => {
    setTrouble(null)
    const answered = await ask(contact)
    if (!answered.ok) return setTrouble(answered.trouble)
    setCode('')
    onSentAgain(answered.answer)
    field.current?.focus()
  }
  if (needed !== null)
    return (
      <MoreForm
        needed={needed}
        trouble={trouble}
        isBusy={isBusy}
        more={more}
        onMore={(next) => {
          setMore(next)
          void send(code, next)
        }}
      />
    )
  return (
    <Page title={say('sign_in')} about="code">
      <p>{say(challenge.channel === 'email' ? 'code_sent_email' : 'code_sent_sms', { contact: contact.trim() })}</p>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <CodeField
          field={field}
          code={code}
          fault={isMissing ? say('code_missing') : trouble?.fields.get('/code')}
          onCode={(next) => {
            setMissing(false)
            setCode(next)
          }}
        />
        <TroubleNote trouble={trouble} shown={['/code']} />
        <button type="submit" className="main" aria-disabled={isBusy}>
          {say(isBusy ? 'sending' : 'sign_in')}
        </button>
      </form>
      <Again from={challenge.again_at} onAgain={() => void sendAgain()} />
      <button type="button" className="plain" onClick={onOtherContact}>
        {say('other_contact')}
      </button>
    </Page>
  )
}

type CodeFieldProps = {
  field: RefObject<HTMLInputElement | null>
  code: string
  fault: string | undefined
  onCode: (code: string) => void
}

/** One field for all digits, so that a code can be pasted, filled in by the phone, and heard as one. */
export const CodeField = ({ field, code, fault, onCode }: CodeFieldProps) => {
  const { say } = useRide()
  return (
    <Field
      field={field}
      label={say('code')}
      fault={fault}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      className={styles['code']}
      value={code}
      onChange={({ target }) => onCode(target.value.replaceAll(/\D/g, '').slice(0, CODE_DIGITS))}
    />
  )
}

/** Counted down until another code may be asked for. */
export const Again = ({ from, onAgain }: { from: string; onAgain: () => void }) => {
  const { say } = useRide()
  const left = Math.ceil((Date.parse(from) - useNow()) / 1000)
  if (left > 0) return <p className={styles['muted']}>{say('code_again_in', { n: left })}</p>
  return (
    <button type="button" onClick={onAgain}>
      {say('code_again')}
    </button>
  )
}
