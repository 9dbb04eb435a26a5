import { type SubmitEvent, useId, useState } from 'react'
import { api, type Place, placeKinds } from '@ambit/contract'
import { freshKey } from '../api/fresh-key.ts'
import type { Trouble } from '../api/trouble.ts'
import { Field } from '../ui/Field.tsx'
import { PlaceField } from '../ui/PlaceField.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { NoteField } from './NoteField.tsx'
import styles from './screens.module.css'

type Kind = (typeof placeKinds)[number]

export const NewPlace = ({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) => {
  const { say, calls } = useRide()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('home')
  const [address, setAddress] = useState<Place | null>(null)
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const id = useId()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || address === null) return
    // Twice under one name is refused by the server, so a fresh key each time does no harm.
    const answered = await calls.call(api.ride.addPlace, {
      body: { name, kind, address, note },
      idempotencyKey: freshKey(),
    })
    if (answered.ok) onDone()
    else setTrouble(answered.trouble)
  }
  return (
    <form className={styles['card']} onSubmit={(event) => void submit(event)} noValidate aria-label={say('add_place')}>
      <Field
        label={say('place_name')}
        fault={isTried && name.trim() === '' ? say('name_missing') : trouble?.fields.get('/name')}
        maxLength={40}
        autoFocus
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className={styles['note']}>
        <label htmlFor={id}>{say('place_kind')}</label>
        <select
          id={id}
          value={kind}
          onChange={({ target }) => setKind(placeKinds.find((one) => one === target.value) ?? 'other')}
        >
          {placeKinds.map((one) => (
            <option key={one} value={one}>
              {say(`kind_${one}`)}
            </option>
          ))}
        </select>
      </div>
      <PlaceField
        label={say('address')}
        place={address}
        near={null}
        fault={isTried && address === null ? say('place_missing') : undefined}
        onPlace={setAddress}
      />
      <NoteField label={say('place_note')} value={note} fault={trouble?.fields.get('/note')} onChange={setNote} />
      <TroubleNote trouble={trouble} shown={['/name', '/note']} />
      <div className={styles['buttons']}>
        <button type="submit">{say('save')}</button>
        <button type="button" onClick={onCancel}>
          {say('cancel')}
        </button>
      </div>
    </form>
  )
}
