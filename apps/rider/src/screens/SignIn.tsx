import { useState } from 'react'
import type { RidePassenger, SignInChallenge } from '@ambit/contract'
import { leaving } from '../ui/leaving.ts'
import { Page } from '../ui/Page.tsx'
import { useRide } from '../ui/ride.tsx'
import { CodeForm } from './CodeForm.tsx'
import { ContactForm } from './ContactForm.tsx'

type Sent = { contact: string; challenge: SignInChallenge }

/** Contact, then code, then what else the server asks for. `again`: the session ended in the middle of something. */
export const SignIn = ({ again }: { again: boolean }) => {
  const { setMe } = useRide()
  const [contact, setContact] = useState('')
  const [sent, setSent] = useState<Sent | null>(null)
  const [staying, setStaying] = useState<RidePassenger | null>(null)
  if (staying !== null) return <Staying onGone={() => setMe(staying)} />
  if (sent === null)
    return (
      <ContactForm
        again={again}
        contact={contact}
        onContact={setContact}
        onSent={(challenge) => setSent({ contact, challenge })}
      />
    )
  return (
    <CodeForm
      contact={sent.contact}
      challenge={sent.challenge}
      onSentAgain={(challenge) => setSent({ ...sent, challenge })}
      onOtherContact={() => setSent(null)}
      onSignedIn={(passenger, isStaying) => {
        leaving.forget()
        if (isStaying) setStaying(passenger)
        else setMe(passenger)
      }}
    />
  )
}

/** The account was to be deleted; signing in has stopped it. */
const Staying = ({ onGone }: { onGone: () => void }) => {
  const { say } = useRide()
  return (
    <Page title={say('account_stays')} about="staying">
      <p>{say('account_stays_why')}</p>
      <button type="button" className="main" onClick={onGone}>
        {say('go_on')}
      </button>
    </Page>
  )
}
