import type { Deed, TripManifest, TripStop } from '@ambit/contract'
import { openAt } from '@ambit/domain'
import type { TextKey } from '../texts/catalogue.ts'
import { detailsOf } from '../trip/details.ts'
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
      detailsOf(manifest, first.id, now)?.name ??
      say('passenger', { n: [...stop.boardings, ...stop.alightings].findIndex(({ id }) => id === first.id) + 1 })
    return say(riding.length > 0 ? 'still_on_board' : 'still_to_board', { name })
  })()
  const deed: Deed = { kind: stop.arrived_at === null ? 'arrive' : 'depart', trip_stop_id: stop.id }
  return (
    <button
      type="button"
      className="main"
      aria-disabled={blocked !== null}
      onClick={() => void (blocked === null && act(deed))}
    >
      <span>
        {say(label)} <small className={styles['why']}>{blocked}</small>
      </span>
    </button>
  )
}
