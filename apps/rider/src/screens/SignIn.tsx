import { useState } from 'react'
import type { SignInChallenge } from '@ambit/contract'
import { useRide } from '../ui/ride.tsx'
import { CodeForm } from './CodeForm.tsx'
import { ContactForm } from './ContactForm.tsx'

type Sent = { contact: string; challenge: SignInChallenge }

/** Contact, then code, then what else the server asks for. `again`: the session ended in the middle of something. */
export const SignIn = ({ again }: { again: boolean }) => {
  const { setMe } = useRide()
  const [contact, setContact] = useState('')
  const [sent, setSent] = useState<Sent | null>(null)
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
      onSignedIn={setMe}
    />
  )
}
