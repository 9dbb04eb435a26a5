import { useState } from 'react'
import type { Device } from '../device/device.ts'
import { DriveProvider, useDrive } from '../ui/drive.tsx'
import { useTheme } from '../ui/use-theme.ts'
import type { Updates } from '../worker/updates.ts'
import { missingForDriving } from './cannot-drive.ts'
import { CannotDrive } from './CannotDrive.tsx'
import { OpenTripScreen } from './OpenTripScreen.tsx'
import { SignIn } from './SignIn.tsx'
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
      <Screen />
    </DriveProvider>
  )
}

const Screen = () => {
  const { state, preferences, say } = useDrive()
  useTheme(preferences)
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
      return <SignIn key="pin" pinAlone />
    case 'signed_in':
      return state.open === null ? <Trips /> : <OpenTripScreen open={state.open} />
  }
}
