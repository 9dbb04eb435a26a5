import type { Zone } from '@ambit/contract'
import { ActiveStatus } from '../ui/ActiveStatus.tsx'
import { zoneStrings } from './strings.ts'

export const ZoneStatus = ({ status }: { status: Zone['status'] }) => (
  <ActiveStatus status={status} label={zoneStrings[status]} />
)
