import type { CallTask, CallTaskState } from '@ambit/contract'
import type { Statuses } from '../records/status.tsx'

export const callStatuses = {
  open: { text: 'Open', tone: 'warning' },
  taken: { text: 'Taken', tone: 'info' },
  done: { text: 'Told', tone: 'success' },
  no_answer: { text: 'No answer', tone: 'danger' },
  expired: { text: 'Too late', tone: 'neutral' },
} as const satisfies Statuses<CallTaskState>

/** Who has it; null: it waits, or it is over. */
export const holderOf = ({ state, user_name }: CallTask, unknown: string): string | null =>
  state === 'taken' ? (user_name ?? unknown) : null
