import { useState } from 'react'
import type { TakenChecklist, TripWithStops } from '@ambit/contract'
import { checksDue, failedCheckOf } from '@ambit/domain'
import { askToKeepStorage } from '@ambit/phone-push/storage'
import type { OpenTrip } from '../device/device.ts'
import { MINUTE_MS } from '../trip/stop-view.ts'
import { tone } from '../ui/chime.ts'
import { useDrive, useNow } from '../ui/drive.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import { useDeeds } from '../ui/use-deeds.ts'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { CheckVehicle } from './CheckVehicle.tsx'
import { MustUpdate } from './MustUpdate.tsx'
import { asksOdometer, Odometer } from './Odometer.tsx'
import { PhoneWarnings } from './PhoneWarnings.tsx'
import { PushOffer } from './PushOffer.tsx'
import { StatusLine } from './StatusLine.tsx'
import { StorageNotice } from './StorageNotice.tsx'
import styles from './trips.module.css'

/** A trip that is on the device and was not signed on to yet. */
export const Ready = ({ open: { manifest } }: { open: OpenTrip }) => {
  const { device, state, say, label, times } = useDrive()
  const now = useNow()
  const { act, refused } = useDeeds()
  const heading = useHeadingFocus('ready')
  const { trip, rules } = manifest
  const opens = Date.parse(trip.start_datetime) - rules.sign_on_early_minutes * MINUTE_MS
  const early = now < opens
  const [checking, setChecking] = useState<TakenChecklist | null>(null)
  const [due] = checksDue(trip, 'before')
  const failed = failedCheckOf(trip)
  const again = failed === null ? undefined : failedChecklistOf(trip)
  const phone = manifest.dispatch_phone ?? state.dispatch_phone
  const [reading, setReading] = useState<'unasked' | 'asked' | 'skipped'>('unasked')
  const odometer = due === undefined && failed === null && asksOdometer(manifest, 'start') && reading !== 'skipped'
  if (reading === 'asked')
    return (
      <Odometer
        {...{ manifest, act }}
        moment="start"
        onBack={() => setReading('unasked')}
        onDone={() => setReading('skipped')}
      />
    )
  if (checking !== null)
    return <CheckVehicle checklist={checking} {...{ trip, act }} onBack={() => setChecking(null)} />
  return (
    <main className={styles['page']}>
      <StatusLine screenMayTurnOff={false} />
      <h1 ref={heading} tabIndex={-1}>
        {trip.vehicle_number === null ? say('no_vehicle') : say('vehicle', { number: trip.vehicle_number })}
      </h1>
      <p className={styles['out']}>{say('set_out_at', { time: times.clockAndDay(trip.start_datetime, now) })}</p>
      <PhoneWarnings />
      <StorageNotice />
      <p>{say('ready_offline')}</p>
      <p role="alert" className={styles['trouble']}>
        {refused}
      </p>
      {failed !== null && (
        <>
          <p className={styles['trouble']}>{say('refused_vehicle_check_failed', { item: label(failed) })}</p>
          {phone !== null && (
            <a className="link" href={`tel:${phone}`}>
              <Pictogram name="phone" />
              {say('call_dispatch')}
            </a>
          )}
        </>
      )}
      {state.outdated ? (
        <MustUpdate />
      ) : due !== undefined ? (
        <button type="button" className="main" onClick={() => setChecking(due)}>
          {say('check_vehicle', { name: due.name })}
        </button>
      ) : odometer ? (
        <button type="button" className="main" onClick={() => setReading('asked')}>
          {say('odometer')}
        </button>
      ) : failed !== null && again !== undefined ? (
        <button type="button" onClick={() => setChecking(again)}>
          {say('check_again')}
        </button>
      ) : (
        <button
          type="button"
          className="main"
          aria-disabled={early}
          onClick={() => {
            if (early) return
            tone()
            askToKeepStorage()
            void act({ kind: 'sign_on' })
          }}
        >
          {early ? say('sign_on_from', { time: times.clockAndDay(opens, now) }) : say('start')}
        </button>
      )}
      <PushOffer />
      <button type="button" onClick={() => void device.closeTrip()}>
        {say('back_to_trips')}
      </button>
    </main>
  )
}

/** The checklist by which something failed, to be answered again once it is mended. */
const failedChecklistOf = ({ checklists = [], checks = [] }: TripWithStops): TakenChecklist | undefined =>
  checklists.find(({ id }) =>
    checks.some(({ checklist_id, failed, released }) => checklist_id === id && failed !== null && !released),
  )
