import { api } from '@ambit/contract'
import { useFlow, useRide } from '../ui/ride.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useReturnWords } from '../ui/use-return-words.ts'
import { Counter } from './Counter.tsx'
import styles from './screens.module.css'

/** Attendants and companions, and what of the passenger's own aids and animals comes along this time. */
export const RidesAlong = () => {
  const { flow, me } = useRide()
  const { draft } = useFlow()
  const words = useReturnWords()
  const { along, traveler } = draft
  const isOwn = traveler === null || traveler.id === me?.id
  return (
    <>
      <Counter
        label={words('attendants')}
        count={along.attendant}
        onCount={(attendant) => flow.change({ along: { ...along, attendant } })}
      />
      <p className={styles['muted']}>{words('attendants_hint')}</p>
      <Counter
        label={words('companions')}
        count={along.companion}
        onCount={(companion) => flow.change({ along: { ...along, companion } })}
      />
      {isOwn && draft.replaces === null && <AidsThisTime />}
    </>
  )
}

/** What the passenger keeps comes along, unless it is taken off for this ride. */
const AidsThisTime = () => {
  const { flow } = useRide()
  const { draft } = useFlow()
  const words = useReturnWords()
  const { choices = [], kept = [] } = useAsked(api.ride.needs).answer?.data ?? {}
  const chosen = draft.aids ?? kept
  if (choices.length === 0) return null
  return (
    <fieldset className={styles['group']}>
      <legend>{words('this_time')}</legend>
      {choices.map(({ id, name }) => (
        <label key={id} className={styles['check']}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              flow.change({ aids: target.checked ? [...chosen, id] : chosen.filter((one) => one !== id) })
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
