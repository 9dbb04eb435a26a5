import { useDrive } from '../ui/drive.tsx'
import { preferences } from '../ui/preferences.ts'
import { Pictogram } from '../ui/Pictogram.tsx'
import styles from './status-line.module.css'

/** What this phone does not do, and what comes of it. */
export const PhoneWarnings = () => {
  const { device, state, preferences: prefers, say, times } = useDrive()
  const { place_refused, unseen, battery_low } = state
  return (
    <div className={styles['warnings']}>
      {place_refused && (
        <p role="alert" className={styles['notice']}>
          <Pictogram name="warning" /> {say('nobody_sees')}
        </p>
      )}
      {unseen !== null && (
        <div role="alert" className={styles['asked']}>
          <p>{say('not_seen', { from: times.clock(unseen.from), to: times.clock(unseen.to) })}</p>
          <button type="button" onClick={device.confirmUnseen}>
            {say('ok')}
          </button>
        </div>
      )}
      {battery_low && (
        <div role="alert" className={styles['asked']}>
          <p>{say('battery_low')}</p>
          {prefers.map === 'shown' && (
            <button type="button" onClick={() => preferences.set({ map: 'dimmed' })}>
              {say('dim_map')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
