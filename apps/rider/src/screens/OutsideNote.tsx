import { api, NEAR_STOP_M, type Place } from '@ambit/contract'
import { useFlow, useRide } from '../ui/ride.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useMetres } from '../ui/use-metres.ts'
import styles from './screens.module.css'

/** Says at once that no ride goes to a place, and offers the nearest stop. */
export const OutsideNote = ({ place, onPlace }: { place: Place; onPlace: (place: Place) => void }) => {
  const { say } = useRide()
  const traveler_id = useFlow().draft.traveler?.id
  const metres = useMetres()
  const at = `${place.point[1]},${place.point[0]}`
  const query = traveler_id === undefined ? { at } : { at, traveler_id }
  const answer = useAsked(api.ride.stops, { query }).answer?.data
  if (answer?.is_served !== false) return null
  const [stop] = answer.stops
  const near = stop !== undefined && stop.distance_m !== null && stop.distance_m <= NEAR_STOP_M ? stop : null
  return (
    <div role="alert" className={styles['notice']}>
      <p>{say('outside')}</p>
      {near !== null && (
        <>
          <p>{say('outside_stop', { name: near.name, distance: metres(near.distance_m ?? 0) })}</p>
          <button type="button" onClick={() => onPlace({ name: near.name, point: near.point })}>
            {say('use_stop', { name: near.name })}
          </button>
        </>
      )}
    </div>
  )
}
