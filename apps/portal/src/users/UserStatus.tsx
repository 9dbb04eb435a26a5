import type { User } from '@ambit/contract'
import { ActiveStatus } from '../ui/ActiveStatus.tsx'
import { userStrings } from './strings.ts'

export const UserStatus = ({ status }: { status: User['status'] }) => (
  <ActiveStatus status={status} label={userStrings[status]} />
)
