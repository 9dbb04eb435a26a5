import { useEffect } from 'react'
import type { Device } from '../device/device.ts'
import { DriveProvider, useDrive } from '../ui/drive.tsx'
import { useTheme } from '../ui/use-theme.ts'
import { missingForDriving } from './cannot-drive.ts'
import { CannotDrive } from './CannotDrive.tsx'
import { OpenTripScreen } from './OpenTripScreen.tsx'
import { SignIn } from './SignIn.tsx'
import { Trips } from './Trips.tsx'
import styles from './trips.module.css'

export const App = ({ device }: { device: Device }) => {
  useEffect(() => {
    const wake = (): void => {
      if (document.visibilityState === 'visible') device.wake()
    }
    document.addEventListener('visibilitychange', wake)
    addEventListener('online', wake)
    return () => {
      document.removeEventListener('visibilitychange', wake)
      removeEventListener('online', wake)
    }
  }, [device])
  return (
    <DriveProvider device={device}>
      <Screen />
    </DriveProvider>
  )
}

const Screen = () => {
  const { state, say } = useDrive()
  useTheme()
  const missing = missingForDriving()
  if (missing.length > 0) return <CannotDrive missing={missing} />
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
