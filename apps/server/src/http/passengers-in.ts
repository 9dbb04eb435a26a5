import { type Endpoint, Id } from '@ambit/contract'
import type { Call } from './bind.ts'
import { type MaskPlan, maskPlanOf } from './mask-plans.ts'

/** Whom an answer shows: one passenger, or a list of so many; null for none. */
export type Seen = { traveler: number } | { passengers: number | null }

/** Files with names of passengers, which nobody counts. */
const files = new Set(['serviceRequests.export', 'bookingSeries.export', 'auditEvents.export', 'continuityPacks.file'])

/** An answer that is a file: of one passenger, or of those whom the call's filter finds. */
export const passengersInFile = (endpoint: Endpoint, call: Call<Endpoint>): Seen | null => {
  if (files.has(endpoint.name)) return { passengers: null }
  const about = passengerOf(endpoint, call)
  return about === null ? null : { traveler: about }
}

/**
 * The passengers whom a reading call answers: those whose names the contract marks, those of a `traveler_id`, and those
 * whose record an event is about, so a new call needs nothing here. A call about one thing that shows one passenger is a look at that passenger.
 */
export const passengersIn = (endpoint: Endpoint, call: Call<Endpoint>, answer: unknown): Seen | null => {
  // Who looked is itself no passenger's data, and who reads their own is none who looks at them.
  if (endpoint.method !== 'GET' || endpoint.name === 'accessEvents.list' || endpoint.audience === 'passenger')
    return null
  const about = passengerOf(endpoint, call)
  if (about !== null) return { traveler: about }
  const found = new Set<number>()
  collectIds(answer, found)
  const plan = maskPlanOf(endpoint.answer)
  if (plan !== null) collectNamed(plan, answer, found)
  const [only] = found
  if (only === undefined) return null
  return found.size === 1 && endpoint.path.includes(':id') ? { traveler: only } : { passengers: found.size }
}

/** What is asked below a passenger's own address, and the passenger's history, fields and versions. */
export const passengerOf = ({ path }: Endpoint, { params, query, body }: Call<Endpoint>): number | null => {
  const { id } = params as { id?: number }
  if (path.startsWith('/travelers/:id') && id !== undefined) return id
  const { record_kind, record_id } = { ...(query as object), ...(body as object) } as {
    record_kind?: string
    record_id?: string | number
  }
  return record_kind === 'travelers' && Id.safeParse(Number(record_id)).success ? Number(record_id) : null
}

/** With whom a passenger is compared, to make one record of two. */
export const comparedWith = ({ path }: Endpoint, { query, body }: Call<Endpoint>): number | null => {
  if (path !== '/travelers/:id/merge') return null
  const { with: other, traveler_id } = { ...(query as object), ...(body as object) } as {
    with?: number
    traveler_id?: number
  }
  return other ?? traveler_id ?? null
}

const collectIds = (value: unknown, found: Set<number>): void => {
  if (typeof value !== 'object' || value === null || value instanceof Date) return
  if (Array.isArray(value)) {
    for (const one of value) collectIds(one, found)
    return
  }
  const { traveler_id, record_kind, record_id } = value as Readonly<Record<string, unknown>> // one that is no list
  if (typeof traveler_id === 'number') found.add(traveler_id)
  // An event of the audit is about a record by its kind and number.
  const about = record_kind === 'travelers' ? Id.safeParse(Number(record_id)) : null
  if (about?.success === true) found.add(about.data)
  for (const one of Object.values(value)) collectIds(one, found)
}

const collectNamed = ({ each, fields = [] }: MaskPlan, value: unknown, found: Set<number>): void => {
  if (typeof value !== 'object' || value === null) return
  if (each !== undefined && Array.isArray(value)) for (const one of value) collectNamed(each, one, found)
  const own = value as Readonly<Record<string, unknown>> // of an object's schema
  for (const [field, plan] of fields) {
    const id = plan.mark?.guard === 'name' && plan.mark.id !== undefined ? own[plan.mark.id] : undefined
    if (typeof id === 'number' && own[field] !== undefined) found.add(id)
    collectNamed(plan, own[field], found)
  }
}
