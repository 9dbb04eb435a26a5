import { type SubmitEvent, useRef, useState } from 'react'
import { CODE_DIGITS, type SignInChallenge } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { Again, CodeField } from './CodeForm.tsx'
import styles from './screens.module.css'

type Props = {
  challenge: SignInChallenge
  /** what the button says, and whether it takes something away */
  action: string
  isBad?: boolean
  trouble: Trouble | null
  isBusy: boolean
  onGiven: (proof: { challenge: string; code: string }) => void
  onAgain: () => void
  onLeave: () => void
}

/** The code that proves what a passenger who has signed in is about to do. */
export const OwnCodeForm = (props: Props) => {
  const { challenge, action, isBad = false, trouble, isBusy, onGiven, onAgain, onLeave } = props
  const { say } = useRide()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const isWhole = code.length === CODE_DIGITS
    setMissing(!isWhole)
    if (isWhole && !isBusy) onGiven({ challenge: challenge.id, code })
    else field.current?.focus()
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={action}>
      <p role="status">{say(challenge.channel === 'email' ? 'own_code_email' : 'own_code_sms')}</p>
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
      <button type="submit" className={isBad ? 'bad main' : 'main'} aria-disabled={isBusy}>
        {isBusy ? say('sending') : action}
      </button>
      <Again from={challenge.again_at} onAgain={onAgain} />
      <button type="button" className="plain" onClick={onLeave}>
        {say('cancel')}
      </button>
    </form>
  )
}
