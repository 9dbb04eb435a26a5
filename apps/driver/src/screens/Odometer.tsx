import { useId, useRef, useState } from 'react'
import type { OdometerMoment, TripManifest } from '@ambit/contract'
import { isDoubtful, readingBefore } from '@ambit/domain'
import { useDrive } from '../ui/drive.tsx'
import type { Deeds } from '../ui/use-deeds.ts'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { useStanding } from '../ui/use-standing.ts'
import styles from './check.module.css'

type Props = {
  manifest: TripManifest
  moment: OdometerMoment
  act: Deeds['act']
  onBack: () => void
  onDone: () => void
}

/** Whether the driver has to be asked for it now; what was skipped on this screen is asked no more. */
export const asksOdometer = ({ trip, rules }: TripManifest, moment: OdometerMoment): boolean =>
  rules.odometer !== undefined && rules.odometer !== 'off' && trip.odometer?.[moment] == null

const read = (typed: string): number | null => (/^\d{1,7}$/.test(typed) ? Number(typed) : null)

/** What the odometer shows; a reading that may be mistyped is asked about, and never refused. */
export const Odometer = ({ manifest, moment, act, onBack, onDone }: Props) => {
  const { say, figure } = useDrive()
  const heading = useHeadingFocus(`odometer ${moment}`)
  const standing = useStanding()
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState(false)
  const [asked, setAsked] = useState<number | null>(null)
  // Dispatch may give the trip another one meanwhile.
  const [vehicle_id] = useState(manifest.trip.vehicle_id)
  const field = useRef<HTMLInputElement>(null)
  const ids = { field: useId(), hint: useId() }
  const keep = async (reading: number): Promise<void> => {
    await act({ kind: 'odometer', vehicle_id, moment, reading })
    onDone()
  }
  const enter = (): void => {
    const reading = read(typed.trim())
    if (reading === null) {
      setRefused(true)
      field.current?.focus()
    } else if (isDoubtful(readingBefore(manifest.trip, moment), reading)) setAsked(reading)
    else void keep(reading)
  }
  if (asked !== null)
    return (
      <main className={styles['check']}>
        <h1 ref={heading} tabIndex={-1}>
          {say('odometer_right', { n: figure(asked) })}
        </h1>
        <div className={styles['choices']}>
          <button type="button" autoFocus onClick={() => setAsked(null)}>
            {say('odometer_correct')}
          </button>
          <button type="button" onClick={() => void keep(asked)}>
            {say('odometer_yes')}
          </button>
        </div>
      </main>
    )
  return (
    <main className={styles['check']}>
      <h1 ref={heading} tabIndex={-1}>
        {say(`odometer_${moment}`)}
      </h1>
      <div className={styles['typed']}>
        {!standing && <p role="status">{say('stop_first')}</p>}
        <label htmlFor={ids.field}>{say('odometer')}</label>
        <input
          ref={field}
          id={ids.field}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          disabled={!standing}
          value={typed}
          aria-invalid={refused}
          aria-describedby={ids.hint}
          onChange={({ target }) => setTyped(target.value)}
        />
        <p id={ids.hint} role="alert" className={styles['hint']}>
          {refused && say('odometer_hint')}
        </p>
        <button type="button" className="main" onClick={enter}>
          {say('next_item')}
        </button>
        {manifest.rules.odometer === 'ask' && (
          <button type="button" onClick={onDone}>
            {say('skip')}
          </button>
        )}
      </div>
      <button type="button" onClick={onBack}>
        {say('back')}
      </button>
    </main>
  )
}
