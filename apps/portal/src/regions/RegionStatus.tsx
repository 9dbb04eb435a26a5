import type { Region } from '@ambit/contract'
import { ActiveStatus } from '../ui/ActiveStatus.tsx'
import { regionStrings } from './strings.ts'

export const RegionStatus = ({ status }: { status: Region['status'] }) => (
  <ActiveStatus status={status} label={regionStrings[status]} />
)
