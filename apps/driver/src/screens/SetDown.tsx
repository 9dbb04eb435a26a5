import { useState } from 'react'
import type { TripManifest } from '@ambit/contract'
import { nameOf } from '../trip/details.ts'
import type { Rider } from '../trip/stop-view.ts'
import { useDrive } from '../ui/drive.tsx'
import type { Deeds } from '../ui/use-deeds.ts'
import styles from './trips.module.css'

type Props = { manifest: TripManifest; now: number; act: Deeds['act'] }

/** A passenger who wishes to get off before the stop; it cannot be taken back, so it is asked once more. */
export const SetDown = ({ manifest, now, act }: Props) => {
  const { say } = useDrive()
  const [asked, setAsked] = useState<number | null>(null)
  const riding = [
    ...new Map<number, Rider>(
      manifest.trip.trip_stops
        .flatMap(({ boardings, alightings }) => [...boardings, ...alightings])
        .filter(({ status }) => status === 'on_board')
        .map((rider) => [rider.id, rider] as const),
    ).values(),
  ]
  if (riding.length === 0) return null
  return (
    <ul className={styles['buttons']}>
      {riding.map((rider, place) => {
        const name = nameOf(manifest, rider.id, now) ?? say('passenger', { n: place + 1 })
        return (
          <li key={rider.id} className={styles['buttons']}>
            {asked === rider.id ? (
              <>
                <p role="status">{say('set_down_sure', { name })}</p>
                <button type="button" autoFocus onClick={() => setAsked(null)}>
                  {say('cancel')}
                </button>
                <button
                  type="button"
                  onClick={() => {
                    setAsked(null)
                    void act({ kind: 'drop_off', service_request_id: rider.id, here: true })
                  }}
                >
                  {say('set_down_yes')}
                </button>
              </>
            ) : (
              <button type="button" onClick={() => setAsked(rider.id)}>
                {say('set_down_here')} <span className="hidden">{name}</span>
                <span aria-hidden="true">: {name}</span>
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
