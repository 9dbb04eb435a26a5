import type { OpenTrip } from '../device/device.ts'
import { useDrive } from '../ui/drive.tsx'
import { useWakeLock } from '../ui/use-wake-lock.ts'
import { Driving } from './Driving.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import { Ended } from './Ended.tsx'
import { GivenAway } from './GivenAway.tsx'
import { Ready } from './Ready.tsx'

/** The trip on this device: before sign-on, on the road, on another device, given to another driver, or over. */
export const OpenTripScreen = ({ open }: { open: OpenTrip }) => {
  const { trip } = open.manifest
  const { driver } = useDrive().state
  const onTheRoad = trip.current_state === 'live' || trip.current_state === 'in_transit'
  const screenMayTurnOff = useWakeLock(onTheRoad && !open.elsewhere)
  const givenAway = open.changes.some(({ kind }) => kind === 'given_away')
  if (givenAway || (driver !== null && trip.driver_id !== driver.id)) return <GivenAway />
  if (open.elsewhere) return <Elsewhere open={open} />
  if (onTheRoad) return <Driving key={trip.id} open={open} screenMayTurnOff={screenMayTurnOff} />
  return trip.current_state === 'staged' ? <Ready open={open} /> : <Ended open={open} />
}
