import type { DriverMessage } from '@ambit/contract'
import type { Statuses } from '../records/status.tsx'

export type MessageStanding = 'sent' | 'delivered' | 'read' | 'new'

/** As words; what a driver wrote is new until dispatch has read it. */
export const messageStandings = {
  sent: { text: 'Sent', tone: 'info' },
  delivered: { text: 'Delivered', tone: 'info' },
  read: { text: 'Read', tone: 'neutral' },
  new: { text: 'New', tone: 'warning' },
} as const satisfies Statuses<MessageStanding>

export const standingOf = ({
  from,
  delivered_at,
  read_at,
}: Pick<DriverMessage, 'from' | 'delivered_at' | 'read_at'>): MessageStanding => {
  if (read_at !== null) return 'read'
  if (from === 'driver') return 'new'
  return delivered_at === null ? 'sent' : 'delivered'
}

/** Since a message to a driver was written it counts as unread for long after 2 minutes, and is called about after 5. */
export const UNREAD_AFTER_MIN = 2
export const CALL_AFTER_MIN = 5

/** Whole minutes for which the driver has not read it; null: it was read, or dispatch did not write it. */
export const unreadMinutes = (
  { from, written_at, read_at }: Pick<DriverMessage, 'from' | 'written_at' | 'read_at'>,
  now: Date,
): number | null => {
  if (from === 'driver' || read_at !== null) return null
  return Math.max(0, Math.floor((now.getTime() - Date.parse(written_at)) / 60_000))
}
