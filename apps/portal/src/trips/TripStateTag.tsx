import type { Trip } from '@ambit/contract'
import { RecordStatus } from '../records/status.tsx'
import { shownTripState, shownTripStatuses } from '../records/trips.ts'
import classes from './TripStateTag.module.css'

export const TripStateTag = ({ trip }: { trip: Pick<Trip, 'current_state' | 'taken_out_at'> }) => (
  <span className={classes['state']}>
    <RecordStatus of={shownTripStatuses} status={shownTripState(trip)} />
  </span>
)
