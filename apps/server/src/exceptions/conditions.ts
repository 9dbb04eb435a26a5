import type { ExceptionFacts, ExceptionKind } from '@ambit/contract'
import type { Opening } from './store.ts'

/** Something that holds now, whether it is stored already or not. */
export type Condition = Omit<Opening, 'text' | 'uuids' | 'judged' | 'opened_at'> & {
  /** what it follows from */
  parent: string | null
}

export const keyOf = ({ kind, subject }: { kind: ExceptionKind; subject: string }): string => `${kind} ${subject}`

type Required = Pick<Condition, 'kind' | 'subject' | 'severity' | 'zone_id'>

/** A condition of which only what matters is said. */
export const conditionOf = (told: Required & Partial<Condition> & { facts?: ExceptionFacts }): Condition => ({
  trip_id: null,
  driver_id: null,
  service_plan_id: null,
  traveler_id: null,
  facts: {},
  bookings: [],
  people: 0,
  wheelchairs: 0,
  harm_at: null,
  parent: null,
  ...told,
})

/** It is opened by the service, and ends with its cause. */
export const openingOf = (condition: Condition, now: Date): Opening => {
  const { parent: _, ...told } = condition
  return { ...told, text: null, uuids: [], judged: true, opened_at: now }
}
