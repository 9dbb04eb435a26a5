import { counted } from '@ambit/domain'
import { api, type StepState, type Suspension } from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const SUSPENSION_READ = 'TravellerManagement:suspension:canRead'

export const suspensionRecords = defineRecords('suspensions', {
  list: (query: QueryOf<typeof api.suspensions.list>, signal) => client.call(api.suspensions.list, { query, signal }),
  show: (id, signal) => client.call(api.suspensions.show, { params: { id }, signal }),
})

export const stepStatuses = {
  proposed: { text: 'Proposed', tone: 'warning' },
  decided: { text: 'Decided, to be confirmed', tone: 'warning' },
  confirmed: { text: 'Confirmed, letter to be sent', tone: 'warning' },
  sent: { text: 'Letter sent', tone: 'info' },
  announced: { text: 'Letter sent, not begun', tone: 'info' },
  running: { text: 'Suspended', tone: 'danger' },
  ended: { text: 'Ended', tone: 'neutral' },
  held: { text: 'Held by an objection', tone: 'warning' },
  dismissed: { text: 'Dismissed', tone: 'neutral' },
  withdrawn: { text: 'Withdrawn', tone: 'neutral' },
  lifted: { text: 'Lifted', tone: 'neutral' },
} as const satisfies Statuses<StepState>

/** `Suspension of 7 days` */
export const stepName = ({ days }: Pick<Suspension, 'days'>): string =>
  days === null ? 'Warning letter' : `Suspension of ${counted(days, 'day')}`
