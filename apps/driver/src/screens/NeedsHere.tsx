import type { TripManifest, TripStop } from '@ambit/contract'
import { needsAt } from '../trip/stop-view.ts'
import { useDrive } from '../ui/drive.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import styles from './driving.module.css'

/** What those who get on and off here take along and need, without whose it is: it is told before names are. */
export const NeedsHere = ({ manifest, stop }: { manifest: TripManifest; stop: TripStop }) => {
  const { say } = useDrive()
  const { wheelchairs, aids, attendants } = needsAt(manifest, stop)
  if (wheelchairs + aids.length + attendants === 0) return null
  return (
    <ul className={styles['needs']} aria-label={say('needs_here')}>
      {wheelchairs > 0 && (
        <li>
          <Pictogram name="wheelchair" /> {say('wheelchairs', { n: wheelchairs })}
        </li>
      )}
      {aids.map(({ kind, name, count }) => (
        <li key={`${kind} ${name}`}>
          <Pictogram name={kind} /> {count === 1 ? name : say('several_aids', { n: count, name })}
        </li>
      ))}
      {attendants > 0 && (
        <li>
          <Pictogram name="person" /> {say('attendants', { n: attendants })}
        </li>
      )}
    </ul>
  )
}
