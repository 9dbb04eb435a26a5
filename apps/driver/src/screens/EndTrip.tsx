import { useState } from 'react'
import type { TripManifest } from '@ambit/contract'
import { checksDue } from '@ambit/domain'
import { useDrive } from '../ui/drive.tsx'
import type { Deeds } from '../ui/use-deeds.ts'
import check from './check.module.css'
import { CheckVehicle } from './CheckVehicle.tsx'
import styles from './driving.module.css'
import { asksOdometer, Odometer } from './Odometer.tsx'

/** Asks for what is to be checked after the trip and for the odometer, and then once more, because a trip that has ended cannot be taken back. */
export const EndTrip = ({ manifest, act }: { manifest: TripManifest; act: Deeds['act'] }) => {
  const { trip } = manifest
  const { say } = useDrive()
  const [asked, setAsked] = useState(false)
  const [checking, setChecking] = useState(false)
  const [due] = checksDue(trip, 'after')
  const [reading, setReading] = useState<'unasked' | 'asked' | 'skipped'>('unasked')
  const odometer = asksOdometer(manifest, 'end') && reading !== 'skipped'
  if (reading === 'asked')
    return (
      <div className={check['over']}>
        <Odometer
          {...{ manifest, act }}
          moment="end"
          onBack={() => setReading('unasked')}
          onDone={() => {
            setReading('skipped')
            setAsked(true)
          }}
        />
      </div>
    )
  if (checking && due !== undefined)
    return (
      <div className={check['over']}>
        <CheckVehicle key={due.id} checklist={due} {...{ trip, act }} onBack={() => setChecking(false)} />
      </div>
    )
  const next = (): void => {
    if (due !== undefined) setChecking(true)
    else if (odometer) setReading('asked')
    else setAsked(true)
  }
  if (!asked)
    return (
      <button type="button" className="main" onClick={next}>
        {say('end_trip')}
      </button>
    )
  return (
    <section className={styles['question']}>
      <p role="status">{say('end_trip_sure')}</p>
      {/* The focus stays where the first tap was, on the way back. */}
      <button type="button" autoFocus onClick={() => setAsked(false)}>
        {say('keep_driving')}
      </button>
      <button
        type="button"
        className="main"
        onClick={() => {
          setAsked(false)
          void act({ kind: 'complete' })
        }}
      >
        {say('end_trip')}
      </button>
    </section>
  )
}
