import type { DiscountStatus as Status } from '@ambit/contract'
import { StatusTag } from '../ui/StatusTag.tsx'
import { discountStrings } from './strings.ts'

const tones = { active: 'success', scheduled: 'info', expired: 'neutral' } as const satisfies Record<Status, string>

/** What the dates make of a discount now. */
export const DiscountStatus = ({ status }: { status: Status }) => (
  <StatusTag tone={tones[status]}>{discountStrings.status[status]}</StatusTag>
)
