import type { Traveler } from '@ambit/contract'
import { StatusTag } from '../ui/StatusTag.tsx'
import { travelerStrings } from './strings.ts'

export const TravelerStatus = ({ status }: { status: Traveler['status'] }) => {
  if (status === null) return <StatusTag tone="neutral">{travelerStrings.inactive}</StatusTag>
  if (status === 'active') return <StatusTag tone="success">{travelerStrings.active}</StatusTag>
  return <StatusTag tone="danger">{travelerStrings.blocked}</StatusTag>
}

/** Somebody without a smartphone needs other care: Yes warns, No is fine. */
export const LowTechTag = ({ lowTech }: { lowTech: boolean }) => (
  <StatusTag tone={lowTech ? 'warning' : 'success'}>{lowTech ? travelerStrings.yes : travelerStrings.no}</StatusTag>
)
