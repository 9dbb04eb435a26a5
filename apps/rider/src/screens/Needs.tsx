import { useRef, useState } from 'react'
import { api } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import styles from './screens.module.css'

/** What the passenger takes along or needs besides a wheelchair. Each choice is kept at once. */
export const Needs = () => {
  const { say, calls } = useRide()
  const { answer, again } = useAsked(api.ride.needs)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isSaved, setSaved] = useState(false)
  // What was chosen here last, and the calls one after the other: of two quick choices the later one is kept.
  const [chosen, choose] = useState<number[] | null>(null)
  const before = useRef<Promise<void>>(Promise.resolve())
  const { choices = [] } = answer?.data ?? {}
  const kept = chosen ?? answer?.data.kept ?? []
  if (choices.length === 0) return null
  const send = async (ids: number[]): Promise<void> => {
    const answered = await calls.call(api.ride.changeNeeds, { body: { kept: ids } })
    setTrouble(answered.ok ? null : answered.trouble)
    setSaved(answered.ok)
    if (answered.ok) return
    choose(null)
    again()
  }
  const keep = (ids: number[]): void => {
    choose(ids)
    setSaved(false)
    before.current = before.current.then(() => send(ids))
  }
  return (
    <section className={styles['form']} aria-label={say('needs')}>
      <h2>{say('needs')}</h2>
      <p className={styles['muted']}>{say('needs_hint')}</p>
      {choices.map(({ id, name }) => (
        <label key={id} className={styles['check']}>
          <input
            type="checkbox"
            checked={kept.includes(id)}
            onChange={({ target }) => keep(target.checked ? [...kept, id] : kept.filter((one) => one !== id))}
          />
          {name}
        </label>
      ))}
      <TroubleNote trouble={trouble} />
      <p role="status" className={isSaved ? styles['good'] : 'hidden'}>
        {isSaved && say('saved')}
      </p>
    </section>
  )
}
