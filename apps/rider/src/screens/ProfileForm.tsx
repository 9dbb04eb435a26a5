import { type SubmitEvent, useId, useState } from 'react'
import type { Trouble } from '../api/trouble.ts'
import { Fault, Field } from '../ui/Field.tsx'
import { Page } from '../ui/Page.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import type { More } from './MoreForm.tsx'
import styles from './screens.module.css'

type Props = {
  /** by what the code came; the other contact is asked for here */
  channel: 'email' | 'sms'
  trouble: Trouble | null
  isBusy: boolean
  onGiven: (profile: NonNullable<More['profile']>) => void
}

const fields = ['first_name', 'last_name', 'email', 'phone_number', 'terms'] as const

/** A passenger who is not known yet: names, the other contact, and the terms. */
export const ProfileForm = ({ channel, trouble, isBusy, onGiven }: Props) => {
  const { say } = useRide()
  const [given, setGiven] = useState({ first_name: '', last_name: '', email: '', phone_number: '', terms: false })
  const [isTried, setTried] = useState(false)
  const terms = useId()
  const faultOf = (field: (typeof fields)[number]): string | undefined => {
    const isEmpty = given[field] === false || (typeof given[field] === 'string' && given[field].trim() === '')
    if (isTried && isEmpty && field === 'terms') return say('terms_missing')
    if (isTried && isEmpty && (field === 'first_name' || field === 'last_name')) return say('name_missing')
    return trouble?.fields.get(`/profile/${field}`)
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setTried(true)
    const { first_name, last_name, email, phone_number } = given
    if (isBusy || !given.terms || first_name.trim() === '' || last_name.trim() === '') return
    onGiven({
      first_name,
      last_name,
      ...(channel === 'sms' && email.trim() !== '' ? { email } : {}),
      ...(channel === 'email' && phone_number.trim() !== '' ? { phone_number } : {}),
      terms: true,
    })
  }
  const inputOf = (field: Exclude<(typeof fields)[number], 'terms'>) => ({
    fault: faultOf(field),
    value: given[field],
    onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [field]: target.value }),
  })
  return (
    <Page title={say('your_name')} about="profile">
      <form className={styles['form']} onSubmit={submit} noValidate>
        <Field label={say('first_name')} autoComplete="given-name" {...inputOf('first_name')} />
        <Field label={say('last_name')} autoComplete="family-name" {...inputOf('last_name')} />
        {channel === 'sms' ? (
          <Field
            label={say('optional', { label: say('email') })}
            type="email"
            autoComplete="email"
            {...inputOf('email')}
          />
        ) : (
          <Field
            label={say('optional', { label: say('phone_number') })}
            type="tel"
            autoComplete="tel"
            {...inputOf('phone_number')}
          />
        )}
        <label className={styles['check']} htmlFor={terms}>
          <input
            id={terms}
            type="checkbox"
            checked={given.terms}
            aria-describedby={`${terms}-fault`}
            onChange={({ target }) => setGiven({ ...given, terms: target.checked })}
          />
          {say('terms')}
        </label>
        <Fault id={`${terms}-fault`} text={faultOf('terms')} />
        <TroubleNote trouble={trouble} shown={fields.map((field) => `/profile/${field}`)} />
        <button type="submit" className="main" aria-disabled={isBusy}>
          {say(isBusy ? 'sending' : 'go_on')}
        </button>
      </form>
    </Page>
  )
}
