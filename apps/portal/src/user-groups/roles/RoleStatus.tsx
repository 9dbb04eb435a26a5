import type { UserRole } from '@ambit/contract'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { roleTone } from './role-tone.ts'
import { roleStrings } from './strings.ts'

const tones = { success: 'success', danger: 'danger', disabled: 'neutral' } as const

export const RoleStatus = ({ status }: { status: UserRole['status'] }) => (
  <StatusTag tone={tones[roleTone(status)]}>
    {status === null || status === '' ? roleStrings.disabled : roleStrings.status(status)}
  </StatusTag>
)
