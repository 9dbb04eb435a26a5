import { type SubmitEvent, useState } from 'react'
import { api, CODE_DIGITS, type HelperRight, helperRights, type RideHelped, type RideHelpers } from '@ambit/contract'
import { freshKey } from '../api/fresh-key.ts'
import type { Trouble } from '../api/trouble.ts'
import { Field } from '../ui/Field.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { CodeField } from './CodeForm.tsx'
import { Household } from './Household.tsx'
import styles from './screens.module.css'

/** Who helps the passenger, whom the passenger helps, and what they are asked to. */
export const Helpers = () => {
  const { say, calls, setMe } = useRide()
  const { answer, trouble, again } = useAsked(api.ride.helpers)
  const [failed, setFailed] = useState<Trouble | null>(null)
  const [isInviting, setInviting] = useState(false)
  const known: RideHelpers = answer?.data ?? { helpers: [], helped: [], invitations: [] }
  /** Whom one may book for is the account's. */
  const look = async (): Promise<void> => {
    again()
    const answered = await calls.call(api.ride.me)
    if (answered.ok) setMe(answered.answer.data)
  }
  const end = async (id: number): Promise<void> => {
    const answered = await calls.call(api.ride.endHelping, { params: { id } })
    setFailed(answered.ok ? null : answered.trouble)
    await look()
  }
  return (
    <section className={styles['form']} aria-label={say('helpers')}>
      <h2>{say('helpers')}</h2>
      <p className={styles['muted']}>{say('helpers_hint')}</p>
      <TroubleNote trouble={trouble ?? failed} />
      {known.invitations.map((invitation) => (
        <Invitation key={invitation.id} invitation={invitation} onDone={look} onRefuse={() => end(invitation.id)} />
      ))}
      <People
        title={say('your_helpers')}
        people={known.helpers}
        action={(name) => say('end_helper', { name })}
        onEnd={(id) => void end(id)}
      />
      <People
        title={say('you_help')}
        people={known.helped.filter(({ household }) => !household)}
        action={(name) => say('give_up', { name })}
        onEnd={(id) => void end(id)}
      />
      <Household people={known.helped.filter(({ household }) => household)} onChanged={look} />
      {isInviting ? (
        <Invite
          onEnd={() => {
            setInviting(false)
            again()
          }}
        />
      ) : (
        <button type="button" onClick={() => setInviting(true)}>
          {say('invite_helper')}
        </button>
      )}
    </section>
  )
}

type PeopleProps = {
  title: string
  people: readonly { id: number; name: string; rights: readonly HelperRight[]; ends_at: string | null }[]
  action: (name: string) => string
  onEnd: (id: number) => void
}

const People = ({ title, people, action, onEnd }: PeopleProps) => {
  const { say, timesOf, now } = useRide()
  if (people.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles['list']}>
        {people.map(({ id, name, rights, ends_at }) => (
          <li key={id} className={styles['card']}>
            <strong>{name}</strong>
            <p className={styles['muted']}>
              {rights.map((right) => say(`right_${right}`)).join(', ')}
              {ends_at !== null && ` · ${say('invited_until', { time: timesOf(null).clockAndDay(ends_at, now()) })}`}
            </p>
            <button type="button" onClick={() => onEnd(id)}>
              {action(name)}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

type InvitationProps = { invitation: RideHelped; onDone: () => Promise<void>; onRefuse: () => Promise<void> }

const Invitation = ({ invitation: { id, name, rights }, onDone, onRefuse }: InvitationProps) => {
  const { say, calls } = useRide()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const accept = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setMissing(code.length !== CODE_DIGITS)
    if (code.length !== CODE_DIGITS) return
    const given = { params: { id }, body: { code }, idempotencyKey: freshKey() }
    const answered = await calls.call(api.ride.acceptHelping, given)
    setTrouble(answered.ok ? null : answered.trouble)
    if (answered.ok) await onDone()
  }
  const asks = say('asks_for_help', { name, rights: rights.map((right) => say(`right_${right}`)).join(', ') })
  return (
    <form className={styles['card']} onSubmit={(event) => void accept(event)} noValidate aria-label={asks}>
      <p>{asks}</p>
      <CodeField
        field={{ current: null }}
        code={code}
        fault={isMissing ? say('code_missing') : trouble?.fields.get('/code')}
        onCode={setCode}
      />
      <TroubleNote trouble={trouble} shown={['/code']} />
      <button type="submit" className="main">
        {say('accept')}
      </button>
      <button type="button" onClick={() => void onRefuse()}>
        {say('do_not_accept')}
      </button>
    </form>
  )
}

const Invite = ({ onEnd }: { onEnd: () => void }) => {
  const { say, calls } = useRide()
  const [contact, setContact] = useState('')
  const [rights, setRights] = useState<readonly HelperRight[]>(['book', 'follow'])
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const invite = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const body = { contact, rights: [...rights] }
    const answered = await calls.call(api.ride.inviteHelper, { body, idempotencyKey: freshKey() })
    setBusy(false)
    setTrouble(answered.ok ? null : answered.trouble)
    setSent(answered.ok)
    if (answered.ok) onEnd()
  }
  if (isSent) return null
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => void invite(event)}
      noValidate
      aria-label={say('invite_helper')}
    >
      <Field
        label={say('contact')}
        hint={say('invite_hint')}
        fault={trouble?.fields.get('/contact')}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={254}
        value={contact}
        autoFocus
        onChange={({ target }) => setContact(target.value)}
      />
      <fieldset className={styles['group']}>
        <legend>{say('helper_may')}</legend>
        {helperRights.map((right) => (
          <label key={right} className={styles['check']}>
            <input
              type="checkbox"
              checked={rights.includes(right)}
              onChange={({ target }) =>
                setRights(target.checked ? [...rights, right] : rights.filter((one) => one !== right))
              }
            />
            {say(`right_${right}`)}
          </label>
        ))}
      </fieldset>
      <TroubleNote trouble={trouble} shown={['/contact']} />
      <button type="submit" className="main" aria-disabled={isBusy}>
        {say(isBusy ? 'sending' : 'invite')}
      </button>
      <button type="button" className="plain" onClick={onEnd}>
        {say('cancel')}
      </button>
    </form>
  )
}
