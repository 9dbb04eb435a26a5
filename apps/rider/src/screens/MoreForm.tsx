import { type SubmitEvent, useState } from 'react'
import type { SignInCode, SignInOutcome } from '@ambit/contract'
import type { z } from 'zod'
import type { Trouble } from '../api/trouble.ts'
import { Field } from '../ui/Field.tsx'
import { Page } from '../ui/Page.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import styles from './screens.module.css'

/** What goes with a code that was right. */
export type More = Omit<z.input<typeof SignInCode>, 'code'>

type Props = {
  needed: Exclude<SignInOutcome, { outcome: 'signed_in' }>
  trouble: Trouble | null
  isBusy: boolean
  more: More
  onMore: (more: More) => void
}

/** What else is needed before the session begins. */
export const MoreForm = ({ needed, trouble, isBusy, more, onMore }: Props) => {
  const { say } = useRide()
  switch (needed.outcome) {
    case 'last_name_needed':
      return <LastName trouble={trouble} isBusy={isBusy} onGiven={(last_name) => onMore({ ...more, last_name })} />
    case 'profile_needed':
      return (
        <ProfileForm
          channel={needed.channel}
          trouble={trouble}
          isBusy={isBusy}
          onGiven={(profile) => onMore({ ...more, profile })}
        />
      )
    case 'who_is_travelling':
      return (
        <Page title={say('who_is_travelling')} about="who">
          <ul className={styles['list']}>
            {needed.people.map(({ id, first_name }) => (
              <li key={id}>
                <button
                  type="button"
                  className={styles['wide']}
                  aria-disabled={isBusy}
                  onClick={() => {
                    if (!isBusy) onMore({ ...more, traveler_id: id })
                  }}
                >
                  {first_name}
                </button>
              </li>
            ))}
          </ul>
          <TroubleNote trouble={trouble} />
        </Page>
      )
  }
}

type LastNameProps = { trouble: Trouble | null; isBusy: boolean; onGiven: (name: string) => void }

const LastName = ({ trouble, isBusy, onGiven }: LastNameProps) => {
  const { say } = useRide()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (!isBusy && name.trim() !== '') onGiven(name)
  }
  return (
    <Page title={say('sign_in')} about="last name">
      <p>{say('last_name_why')}</p>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <Field
          label={say('last_name')}
          fault={isMissing ? say('name_missing') : trouble?.fields.get('/last_name')}
          autoComplete="family-name"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TroubleNote trouble={trouble} shown={['/last_name']} />
        <button type="submit" className="main" aria-disabled={isBusy}>
          {say(isBusy ? 'sending' : 'go_on')}
        </button>
      </form>
    </Page>
  )
}
