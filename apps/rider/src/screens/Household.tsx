import { type SubmitEvent, useState } from 'react'
import { api, type RideHelped } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { Field } from '../ui/Field.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useSent } from '../ui/use-sent.ts'
import styles from './screens.module.css'

type Props = { people: readonly RideHelped[]; onChanged: () => Promise<void> }

/** People without a contact of their own, such as children, for whom the passenger answers. */
export const Household = ({ people, onChanged }: Props) => {
  const { say } = useRide()
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={styles['form']} aria-label={say('household')}>
      <h3>{say('household')}</h3>
      <p className={styles['muted']}>{say('household_hint')}</p>
      {people.length > 0 && (
        <ul className={styles['list']}>
          {people.map((one) => (
            <Member key={one.id} member={one} onGone={onChanged} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <Add
          onEnd={async (added) => {
            if (added) await onChanged()
            setAdding(false)
          }}
        />
      ) : (
        <button type="button" onClick={() => setAdding(true)}>
          {say('add_member')}
        </button>
      )}
    </section>
  )
}

/** Deleting is asked about: nothing brings the person back. */
const Member = ({ member: { id, name }, onGone }: { member: RideHelped; onGone: () => Promise<void> }) => {
  const { say, calls } = useRide()
  const [isAsking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const erase = async (): Promise<void> => {
    const answered = await calls.call(api.ride.eraseMember, { params: { id } })
    setTrouble(answered.ok ? null : answered.trouble)
    if (answered.ok) await onGone()
  }
  return (
    <li className={styles['card']}>
      <strong>{name}</strong>
      {isAsking && <p>{say('delete_member_why', { name })}</p>}
      <TroubleNote trouble={trouble} />
      {isAsking ? (
        <>
          <button type="button" className="main" autoFocus onClick={() => void erase()}>
            {say('delete_member_now', { name })}
          </button>
          <button type="button" className="plain" onClick={() => setAsking(false)}>
            {say('cancel')}
          </button>
        </>
      ) : (
        <button type="button" onClick={() => setAsking(true)}>
          {say('delete_member', { name })}
        </button>
      )}
    </li>
  )
}

const Add = ({ onEnd }: { onEnd: (added: boolean) => Promise<void> }) => {
  const { say } = useRide()
  const [given, setGiven] = useState({ first_name: '', last_name: '', wheelchair: false })
  const { send, isBusy, trouble } = useSent(api.ride.addMember)
  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const sent = await send({ body: given })
    if (sent?.ok === true) await onEnd(true)
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void add(event)} noValidate aria-label={say('add_member')}>
      {(['first_name', 'last_name'] as const).map((field) => (
        <Field
          key={field}
          label={say(field)}
          fault={trouble?.fields.get(`/${field}`)}
          autoComplete="off"
          maxLength={100}
          value={given[field]}
          autoFocus={field === 'first_name'}
          onChange={({ target }) => setGiven({ ...given, [field]: target.value })}
        />
      ))}
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={given.wheelchair}
          onChange={({ target }) => setGiven({ ...given, wheelchair: target.checked })}
        />
        {say('member_wheelchair')}
      </label>
      <TroubleNote trouble={trouble} shown={['/first_name', '/last_name']} />
      <button type="submit" className="main" aria-disabled={isBusy}>
        {say(isBusy ? 'sending' : 'add')}
      </button>
      <button type="button" className="plain" onClick={() => void onEnd(false)}>
        {say('cancel')}
      </button>
    </form>
  )
}
