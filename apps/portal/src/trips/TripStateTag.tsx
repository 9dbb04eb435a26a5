import type { TripState } from '@ambit/contract'
import { RecordStatus } from '../records/status.tsx'
import { tripStatuses } from '../records/trips.ts'
import classes from './TripStateTag.module.css'

export const TripStateTag = ({ state }: { state: TripState | null }) => (
  <span className={classes['state']}>
    <RecordStatus of={tripStatuses} status={state} />
  </span>
)
