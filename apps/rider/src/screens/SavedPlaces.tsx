import { useState } from 'react'
import { api, MAX_PLACES, type RidePlace } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { Pictogram } from '../ui/Pictogram.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { NewPlace } from './NewPlace.tsx'
import { RenamePlace } from './RenamePlace.tsx'
import styles from './screens.module.css'

/** Places with a name, to be chosen by one tap. */
export const SavedPlaces = () => {
  const { say, calls } = useRide()
  const { answer, trouble, again } = useAsked(api.ride.places)
  const [removing, setRemoving] = useState<Trouble | null>(null)
  const [open, setOpen] = useState<number | 'new' | null>(null)
  const places = answer?.data ?? []
  const done = (): void => {
    setOpen(null)
    again()
  }
  const remove = async (id: number): Promise<void> => {
    const answered = await calls.call(api.ride.removePlace, { params: { id } })
    setRemoving(answered.ok ? null : answered.trouble)
    again()
  }
  return (
    <section className={styles['form']} aria-label={say('saved_places')}>
      <h2>{say('saved_places')}</h2>
      <TroubleNote trouble={trouble ?? removing} />
      {answer !== null && places.length === 0 && <p className={styles['muted']}>{say('no_places')}</p>}
      <ul className={styles['list']}>
        {places.map((place) => (
          <li key={place.id} className={styles['card']}>
            {open === place.id ? (
              <RenamePlace place={place} onDone={done} onCancel={() => setOpen(null)} />
            ) : (
              <Row place={place} onRename={() => setOpen(place.id)} onRemove={() => void remove(place.id)} />
            )}
          </li>
        ))}
      </ul>
      {places.length >= MAX_PLACES && <p className={styles['muted']}>{say('places_full')}</p>}
      {places.length < MAX_PLACES && open !== 'new' && (
        <button type="button" onClick={() => setOpen('new')}>
          <Pictogram name="plus" />
          {say('add_place')}
        </button>
      )}
      {open === 'new' && <NewPlace onDone={done} onCancel={() => setOpen(null)} />}
    </section>
  )
}

type RowProps = { place: RidePlace; onRename: () => void; onRemove: () => void }

const Row = ({ place: { name, kind, address, note }, onRename, onRemove }: RowProps) => {
  const { say } = useRide()
  return (
    <>
      <p className={styles['named']}>
        <Pictogram name={kind} />
        <strong>{name}</strong>
      </p>
      <p className={styles['muted']}>{address.name}</p>
      {note !== '' && <p>{note}</p>}
      <div className={styles['buttons']}>
        <button type="button" aria-label={say('rename_this', { name })} onClick={onRename}>
          {say('rename')}
        </button>
        <button type="button" aria-label={say('remove_this', { name })} onClick={onRemove}>
          {say('remove')}
        </button>
      </div>
    </>
  )
}
