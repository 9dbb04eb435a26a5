import { type SubmitEvent, useState } from 'react'
import { api, type RidePassenger } from '@ambit/contract'
import { freshKey } from '../api/fresh-key.ts'
import { Field } from '../ui/Field.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useOwnCode } from '../ui/use-own-code.ts'
import { OwnCodeForm } from './OwnCodeForm.tsx'
import styles from './screens.module.css'

/** How the passenger is reached. Another address or number counts once its code was given. */
export const Contacts = ({ me }: { me: RidePassenger }) => {
  const { say } = useRide()
  const [changing, setChanging] = useState<'email' | 'phone_number' | null>(null)
  const [isDone, setDone] = useState(false)
  const end = (done: boolean): void => {
    setChanging(null)
    setDone(done)
  }
  return (
    <section className={styles['form']} aria-label={say('contacts')}>
      <h2>{say('contacts')}</h2>
      <p>{[me.email, me.phone_number].filter((contact) => contact !== null).join(' · ')}</p>
      <p role="status" className={isDone ? styles['good'] : 'hidden'}>
        {isDone && say('contact_changed')}
      </p>
      {changing === null ? (
        (['email', 'phone_number'] as const).map((which) => (
          <button key={which} type="button" onClick={() => setChanging(which)}>
            {say(`change_${which}`)}
          </button>
        ))
      ) : (
        <NewContact which={changing} onEnd={end} />
      )}
    </section>
  )
}

type Props = { which: 'email' | 'phone_number'; onEnd: (done: boolean) => void }

const NewContact = ({ which, onEnd }: Props) => {
  const { say, calls, setMe } = useRide()
  const [contact, setContact] = useState('')
  const [key, setKey] = useState(freshKey)
  const { challenge, trouble, isBusy, ask, during, forget } = useOwnCode()
  const send = (): void => void ask({ purpose: 'contact', contact })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    send()
  }
  const give = async (body: { challenge: string; code: string }): Promise<void> => {
    const answer = await during(() => calls.call(api.ride.changeContact, { body, idempotencyKey: key }))
    // Another code is another call.
    setKey(freshKey())
    if (answer === null) return
    setMe(answer.data)
    onEnd(true)
  }
  // Another account's address is refused after its code: another one is entered then.
  if (challenge !== null && trouble?.fields.has('/contact') !== true)
    return (
      <OwnCodeForm
        challenge={challenge}
        action={say('save')}
        trouble={trouble}
        isBusy={isBusy}
        onGiven={(proof) => void give(proof)}
        onAgain={send}
        onLeave={forget}
      />
    )
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={say(`change_${which}`)}>
      <Field
        label={say(which)}
        hint={say('contact_change_hint')}
        fault={trouble?.fields.get('/contact')}
        type={which === 'email' ? 'email' : 'tel'}
        autoComplete={which === 'email' ? 'email' : 'tel'}
        maxLength={254}
        value={contact}
        autoFocus
        onChange={({ target }) => setContact(target.value)}
      />
      <TroubleNote trouble={trouble} shown={['/contact']} />
      <button type="submit" className="main" aria-disabled={isBusy}>
        {say(isBusy ? 'sending' : 'send_code')}
      </button>
      <button type="button" className="plain" onClick={() => onEnd(false)}>
        {say('cancel')}
      </button>
    </form>
  )
}
