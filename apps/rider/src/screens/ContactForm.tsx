import { type SubmitEvent, useRef, useState } from 'react'
import type { SignInChallenge } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { Field } from '../ui/Field.tsx'
import { leaving } from '../ui/leaving.ts'
import { LanguageChoice } from '../ui/LanguageChoice.tsx'
import { Page } from '../ui/Page.tsx'
import { useRide } from '../ui/ride.tsx'
import { useCodeAsking } from '../ui/use-code-asking.ts'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import styles from './screens.module.css'

type Props = {
  again: boolean
  contact: string
  onContact: (contact: string) => void
  onSent: (challenge: SignInChallenge) => void
}

export const ContactForm = ({ again, contact, onContact, onSent }: Props) => {
  const { say, config, timesOf, now } = useRide()
  const goesAt = leaving.read()
  const ask = useCodeAsking()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const codes = config?.codes ?? { email: true, sms: true }
  const send = async (): Promise<void> => {
    setBusy(true)
    const answered = await ask(contact)
    setBusy(false)
    if (answered.ok) return onSent(answered.answer)
    setTrouble(answered.trouble)
    field.current?.focus()
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isBusy) return
    setTrouble(null)
    setMissing(contact.trim() === '')
    if (contact.trim() === '') field.current?.focus()
    else void send()
  }
  return (
    <Page title={say('sign_in')} about="contact">
      {goesAt !== null && (
        <p className={styles['notice']} role="status">
          {say('account_goes', { day: timesOf(null).clockAndDay(goesAt, now()) })}
        </p>
      )}
      {again && goesAt === null && <p className={styles['notice']}>{say('signed_out_again')}</p>}
      {!codes.email && !codes.sms && <p className={styles['notice']}>{say('no_codes')}</p>}
      <form className={styles['form']} onSubmit={submit} noValidate>
        <Field
          field={field}
          label={say(codes.sms ? 'contact' : 'email')}
          hint={say(codes.sms ? 'contact_hint' : 'contact_hint_email')}
          fault={isMissing ? say('contact_missing') : trouble?.fields.get('/contact')}
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={contact}
          onChange={({ target }) => onContact(target.value)}
        />
        <TroubleNote trouble={trouble} shown={['/contact']} />
        <button type="submit" className="main" aria-disabled={isBusy}>
          {say(isBusy ? 'sending' : 'send_code')}
        </button>
      </form>
      {config?.app.sign_up === 'closed' && <p className={styles['muted']}>{say('sign_up_closed')}</p>}
      <LanguageChoice />
      <p className={styles['muted']}>{say('install_hint')}</p>
    </Page>
  )
}
