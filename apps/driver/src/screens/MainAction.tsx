import { useEffect, useState } from 'react'
import type { TripManifest, TripStop } from '@ambit/contract'
import { openAt } from '@ambit/domain'
import type { TextKey } from '../texts/catalogue.ts'
import { farFrom, isAtStop, metresLeft } from '../trip/arrival.ts'
import { nameOf } from '../trip/details.ts'
import { tone } from '../ui/chime.ts'
import { useDrive } from '../ui/drive.tsx'
import type { Deeds } from '../ui/use-deeds.ts'
import styles from './driving.module.css'

type Label = Extract<TextKey, 'arrived' | 'depart' | 'start_break' | 'end_break'>

const labelOf = ({ kind, arrived_at }: TripStop): Label => {
  if (arrived_at === null) return kind === 'break' ? 'start_break' : 'arrived'
  return kind === 'break' ? 'end_break' : 'depart'
}

type Props = { manifest: TripManifest; stop: TripStop; now: number; act: Deeds['act'] }

/** The one button of the moment: arrive, or go on; it says what is still to be done first. */
export const MainAction = ({ manifest, stop, now, act }: Props) => {
  const { say } = useDrive()
  const label = labelOf(stop)
  const blocked = ((): string | null => {
    if (label === 'start_break') return manifest.trip.on_board > 0 ? say('break_with_passengers') : null
    if (label !== 'depart') return null
    const { waiting, riding } = openAt(stop)
    const [first] = [...riding, ...waiting]
    if (first === undefined) return null
    const name =
      nameOf(manifest, first.id, now) ??
      say('passenger', { n: [...stop.boardings, ...stop.alightings].findIndex(({ id }) => id === first.id) + 1 })
    return say(riding.length > 0 ? 'still_on_board' : 'still_to_board', { name })
  })()
  if (label === 'arrived') return <Arrive key={stop.id} stop={stop} act={act} />
  const kind = stop.arrived_at === null ? 'arrive' : 'depart'
  return (
    <button
      type="button"
      className="main"
      aria-disabled={blocked !== null}
      onClick={() => void (blocked === null && act({ kind, trip_stop_id: stop.id }))}
    >
      <span>
        {say(label)} <small className={styles['why']}>{blocked}</small>
      </span>
    </button>
  )
}

/**
 * On the way the button stands back. At the stop it is the main one, with a tone; where the place is not known, always.
 * Far from the stop it asks first.
 */
const Arrive = ({ stop, act }: Pick<Props, 'stop' | 'act'>) => {
  const { state, say } = useDrive()
  const [asked, setAsked] = useState<number | null>(null)
  const there = isAtStop(stop, state.place)
  const onTheWay = !there && metresLeft(stop, state.place) !== null
  useEffect(() => {
    if (there) tone()
  }, [there])
  const arrive = (distance_m: number | null): void => {
    setAsked(null)
    void act({ kind: 'arrive', trip_stop_id: stop.id, ...(distance_m === null ? {} : { distance_m }) })
  }
  if (asked !== null)
    return (
      <section className={styles['question']}>
        <p role="status">{say('far_from_stop', { n: asked })}</p>
        {/* The focus stays where the first tap was, on the way back. */}
        <button type="button" autoFocus onClick={() => setAsked(null)}>
          {say('not_yet')}
        </button>
        <button type="button" className="main" onClick={() => arrive(asked)}>
          {say('yes_arrived')}
        </button>
      </section>
    )
  return (
    <button
      type="button"
      className="main"
      data-later={onTheWay}
      onClick={() => {
        const far = farFrom(stop, state.place)
        if (far === null) arrive(null)
        else setAsked(far)
      }}
    >
      {say('arrived')}
    </button>
  )
}
