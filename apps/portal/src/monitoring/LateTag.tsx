import type { Trip } from '@ambit/contract'
import { StatusTag } from '../ui/StatusTag.tsx'
import { lateText, lateTones, shownStatus } from './late-tone.ts'

/** The server's status, with its seconds in minutes. */
export const LateTag = ({ trip }: { trip: Trip }) => {
  const status = shownStatus(trip)
  return <StatusTag tone={lateTones[status]}>{lateText(status, Math.round(trip.late_by_s / 60))}</StatusTag>
}
