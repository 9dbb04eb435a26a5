import { StatusTag } from '../ui/StatusTag.tsx'
import { travelerStrings } from './strings.ts'

/** A passenger without a smartphone needs other care: Yes warns, No is fine. */
export const LowTechTag = ({ lowTech }: { lowTech: boolean }) => (
  <StatusTag tone={lowTech ? 'warning' : 'success'}>{lowTech ? travelerStrings.yes : travelerStrings.no}</StatusTag>
)
