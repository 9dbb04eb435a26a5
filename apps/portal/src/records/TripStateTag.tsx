import type { Trip } from '@ambit/contract'
import { RecordStatus } from './status.tsx'
import { shownTripState, shownTripStatuses } from './trips.ts'
import classes from './TripStateTag.module.css'

/** The state of a trip as every list and dialog shows it. */
export const TripStateTag = ({ trip }: { trip: Pick<Trip, 'current_state' | 'taken_out_at'> }) => (
  <span className={classes['state']}>
    <RecordStatus of={shownTripStatuses} status={shownTripState(trip)} />
  </span>
)
