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

type Proof = { code: string } | { password: string }

/** Sends the code, and with it what else was asked for. */
const useCode = (challenge: SignInChallenge, onSignedIn: Props['onSignedIn'], onRefused: () => void) => {
  const { calls } = useRide()
  const [needed, setNeeded] = useState<Needed | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (proof: Proof, given: More): Promise<void> => {
    setBusy(true)
    setTrouble(null)
    const body = { ...proof, ...given }
    const answered = await calls.call(api.ride.signIn, { params: { challenge: challenge.id }, body })
    setBusy(false)
    if (!answered.ok) {
      setTrouble(answered.trouble)
      // A code that ended while the rest was entered is asked for once more; the rest stays.
      if (['/code', '/password'].some((field) => answered.trouble.fields.has(field))) setNeeded(null)
      return onRefused()
    }
    const { data } = answered.answer
    if (data.outcome === 'signed_in') onSignedIn(data.passenger, data.erasure_stopped)
    else setNeeded(data)
  }
  return { needed, trouble, setTrouble, isBusy, send }
}

/** What is entered: the code, or the password instead. */
const useProof = () => {
  const [code, setCode] = useState('')
  /** null: the code is given */
  const [password, setPassword] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const proof: Proof = password === null ? { code } : { password }
  const enter = (next: { code: string } | { password: string | null }): void => {
    setMissing(false)
    if ('code' in next) setCode(next.code)
    else setPassword(next.password)
  }
  const isWhole = (): boolean => {
    const whole = password === null ? code.length === CODE_DIGITS : password !== ''
    setMissing(!whole)
    if (!whole) field.current?.focus()
    return whole
  }
  return { proof, field, isMissing, enter, isWhole, byPassword: password !== null }
}

export const CodeForm = ({ contact, challenge, onSentAgain, onOtherContact, onSignedIn }: Props) => {
  const { say } = useRide()
  const ask = useCodeAsking()
  const given = useProof()
  const { proof, field, byPassword } = given
  const [more, setMore] = useState<More>({})
  const { needed, trouble, setTrouble, isBusy, send } = useCode(challenge, onSignedIn, () => field.current?.focus())
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isBusy && given.isWhole()) void send(proof, more)
  }
  const sendAgain = async (): Promise<void> => {
    setTrouble(null)
    const answered = await ask(contact)
    if (!answered.ok) return setTrouble(answered.trouble)
    given.enter({ code: '' })
    onSentAgain(answered.answer)
    field.current?.focus()
  }
  const other = (): void => {
    setTrouble(null)
    given.enter({ password: byPassword ? null : '' })
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
          void send(proof, next)
        }}
      />
    )
  return (
    <Page title={say('sign_in')} about="code">
      <p>{say(challenge.channel === 'email' ? 'code_sent_email' : 'code_sent_sms', { contact: contact.trim() })}</p>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <ProofField given={given} trouble={trouble} />
        <TroubleNote trouble={trouble} shown={[byPassword ? '/password' : '/code']} />
        <button type="submit" className="main" aria-disabled={isBusy}>
          {say(isBusy ? 'sending' : 'sign_in')}
        </button>
      </form>
      {!byPassword && <Again from={challenge.again_at} onAgain={() => void sendAgain()} />}
      <button type="button" className="plain" onClick={other}>
        {say(byPassword ? 'use_code' : 'use_password')}
      </button>
      <button type="button" className="plain" onClick={onOtherContact}>
        {say('other_contact')}
      </button>
    </Page>
  )
}

type ProofFieldProps = { given: ReturnType<typeof useProof>; trouble: Trouble | null }

const ProofField = ({ given: { proof, field, isMissing, enter }, trouble }: ProofFieldProps) => {
  const { say } = useRide()
  if ('code' in proof)
    return (
      <CodeField
        field={field}
        code={proof.code}
        fault={isMissing ? say('code_missing') : trouble?.fields.get('/code')}
        onCode={(code) => enter({ code })}
      />
    )
  return (
    <Field
      field={field}
      label={say('password')}
      fault={isMissing ? say('password_missing') : trouble?.fields.get('/password')}
      type="password"
      autoComplete="current-password"
      autoFocus
      value={proof.password}
      onChange={({ target }) => enter({ password: target.value })}
    />
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
