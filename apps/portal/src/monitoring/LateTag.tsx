import type { LateStatus } from '@ambit/contract'
import { StatusTag } from '../ui/StatusTag.tsx'
import { lateText, lateTones } from './late-tone.ts'

/** Seconds late become minutes; the status is the server's. */
export const LateTag = ({ status, seconds }: { status: LateStatus; seconds: number }) => (
  <StatusTag tone={lateTones[status]}>{lateText(status, Math.round(seconds / 60))}</StatusTag>
)
