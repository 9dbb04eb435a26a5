import { api, type RideNeeds } from '@ambit/contract'
import { useFlow, useRide } from '../ui/ride.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useReturnWords } from '../ui/use-return-words.ts'
import { Counter } from './Counter.tsx'
import styles from './screens.module.css'

/** Attendants and companions, and what of the aids and animals of the one who rides comes along this time. */
export const RidesAlong = () => {
  const { flow, me } = useRide()
  const { draft } = useFlow()
  const words = useReturnWords()
  const { along, traveler } = draft
  const helped = traveler === null || traveler.id === me?.id ? null : traveler.id
  // Of a ride that is changed what comes along is shown where the server has told it, and stays as it is otherwise.
  const isKnown = draft.replaces === null || draft.aids !== null
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
      {isKnown && (helped === null ? <OwnAids /> : <HelpedAids key={helped} id={helped} />)}
    </>
  )
}

const OwnAids = () => <AidsThisTime needs={useAsked(api.ride.needs).answer?.data} />

const HelpedAids = ({ id }: { id: number }) => (
  <AidsThisTime needs={useAsked(api.ride.helpedNeeds, { params: { id } }).answer?.data} />
)

/** What the one who rides keeps comes along, unless it is taken off for this ride. */
const AidsThisTime = ({ needs }: { needs: RideNeeds | undefined }) => {
  const { flow } = useRide()
  const { draft } = useFlow()
  const words = useReturnWords()
  const { choices = [], kept = [] } = needs ?? {}
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
