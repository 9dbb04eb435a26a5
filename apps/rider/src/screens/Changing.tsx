import type { Draft } from '../plan/draft.ts'
import { go } from '../ui/path.ts'
import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

/** Says that the search is for a ride that is booked already, with the way back. */
export const Changing = ({ replaces }: { replaces: NonNullable<Draft['replaces']> }) => {
  const { say, flow, timesOf, now } = useRide()
  const time = timesOf(flow.zone()).clockAndDay(replaces.at, now())
  return (
    <div className={styles['notice']}>
      <p>{say('changing_ride', { time })}</p>
      <button
        type="button"
        onClick={() => {
          flow.leave()
          go(`rides/${replaces.id}`, { replace: true })
        }}
      >
        {say('keep_as_is')}
      </button>
    </div>
  )
}
