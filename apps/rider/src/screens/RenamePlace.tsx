import { type SubmitEvent, useState } from 'react'
import { api, type RidePlace } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { Field } from '../ui/Field.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { NoteField } from './NoteField.tsx'
import styles from './screens.module.css'

type Props = { place: RidePlace; onDone: () => void; onCancel: () => void }

export const RenamePlace = ({ place, onDone, onCancel }: Props) => {
  const { say, calls } = useRide()
  const [name, setName] = useState(place.name)
  const [note, setNote] = useState(place.note)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isMissing, setMissing] = useState(false)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    const answered = await calls.call(api.ride.changePlace, { params: { id: place.id }, body: { name, note } })
    if (answered.ok) onDone()
    else setTrouble(answered.trouble)
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={say('place_name')}
        fault={isMissing ? say('name_missing') : trouble?.fields.get('/name')}
        maxLength={40}
        autoFocus
        value={name}
        onChange={({ target }) => setName(target.value)}
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
