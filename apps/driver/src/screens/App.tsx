import { useEffect, useState } from 'react'
import { stopAhead } from '@ambit/domain'
import type { Device } from '../device/device.ts'
import { isNight } from '../trip/daylight.ts'
import { DriveProvider, useDrive, useNow } from '../ui/drive.tsx'
import { usedBefore } from '../ui/used-before.ts'
import { useTheme } from '../ui/use-theme.ts'
import type { Updates } from '../worker/updates.ts'
import { missingForDriving } from './cannot-drive.ts'
import { CannotDrive } from './CannotDrive.tsx'
import { OpenTripScreen } from './OpenTripScreen.tsx'
import { SignIn } from './SignIn.tsx'
import { WithSos } from './Sos.tsx'
import { Trips } from './Trips.tsx'
import { UpdateReady } from './UpdateReady.tsx'
import styles from './trips.module.css'

/** `begin`: makes the device and keeps the app, where the browser can do both. */
export const App = ({ begin }: { begin: () => { device: Device; updates: Updates } }) => {
  const [missing] = useState(missingForDriving)
  const [begun] = useState(() => (missing.length > 0 ? null : begin()))
  if (begun === null) return <CannotDrive missing={missing} />
  return (
    <DriveProvider device={begun.device}>
      <UpdateReady updates={begun.updates} />
      <Theme />
      <Screen />
    </DriveProvider>
  )
}

/** The sun is that of the stop the vehicle is at, or goes to next; without a trip the system's choice holds. */
const Theme = () => {
  const { state, preferences } = useDrive()
  const now = useNow()
  const stops = state.open?.manifest.trip.trip_stops ?? []
  const place = (stopAhead({ trip_stops: stops }) ?? stops.at(-1))?.point ?? null
  useTheme(preferences, place === null ? null : isNight(now, place))
  return null
}

const Screen = () => {
  const { state, say } = useDrive()
  const isIn = state.step === 'signed_in'
  useEffect(() => {
    if (isIn) usedBefore.note()
  }, [isIn])
  switch (state.step) {
    case 'reading':
      return (
        <main className={styles['page']}>
          <p>{say('loading')}</p>
        </main>
      )
    case 'signed_out':
      return <SignIn key="sign-in" pinAlone={false} />
    case 'pin':
      return (
        <WithSos>
          <SignIn key="pin" pinAlone />
        </WithSos>
      )
    case 'signed_in':
      return <WithSos>{state.open === null ? <Trips /> : <OpenTripScreen open={state.open} />}</WithSos>
  }
}
