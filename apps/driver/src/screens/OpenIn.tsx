import { navigationApps, type TripManifest, type TripStop } from '@ambit/contract'
import { linkTo, navigationAppNames } from '../trip/navigation-apps.ts'
import { useDrive } from '../ui/drive.tsx'
import { handOff } from '../ui/hand-off.ts'
import type { Deeds } from '../ui/use-deeds.ts'
import { useHeadingFocus } from '../ui/use-focus.ts'
import styles from './trips.module.css'

type Props = { manifest: TripManifest; stop: TripStop; act: Deeds['act']; onBack: () => void }

/** Hands the stop's place to another app, or lets the driver go without one. */
export const OpenIn = ({ manifest, stop, act, onBack }: Props) => {
  const { say } = useDrive()
  const heading = useHeadingFocus('open in')
  const { id, manual_navigation } = manifest.trip
  const apps = navigationApps.filter((app) => manifest.navigation_apps.includes(app))
  const handed = (): void => {
    // What the driver switched on by hand stays on.
    if (manual_navigation && handOff.trip() !== id) return
    handOff.set(id)
    if (!manual_navigation) void act({ kind: 'manual_navigation', enabled: true })
  }
  return (
    <main className={styles['page']}>
      <h1 ref={heading} tabIndex={-1}>
        {say('open_in')}
      </h1>
      <button type="button" onClick={onBack}>
        {say('back_to_trip')}
      </button>
      <p>{apps.length === 0 ? say('no_navigation_apps') : say('hand_off_warning')}</p>
      <ul className={styles['buttons']}>
        {apps.map((app) => (
          <li key={app}>
            <a className="link" href={linkTo(app, stop.point)} target="_blank" rel="noreferrer" onClick={handed}>
              {navigationAppNames[app]}
            </a>
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-pressed={manual_navigation}
        onClick={() => {
          handOff.set(null)
          void act({ kind: 'manual_navigation', enabled: !manual_navigation })
        }}
      >
        {say('own_way')}
      </button>
    </main>
  )
}
