import type { z } from 'zod'
import {
  type AuditChanges,
  type AuditKind,
  auditMarks,
  DisruptionPreview,
  EffectPreview,
  UndoPreview,
  type Endpoint,
  FlexibleSchedule,
  maskKeys,
  type Guard,
  type Mark,
  ServiceAvailabilitySearch,
} from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { keysOf } from './authenticate.ts'
import type { Actor } from './bind.ts'
import { forbidden, HttpError, invalid } from './errors.ts'
import { type Hidden, maskPlanOf, type MaskPlan, NOTHING_HIDDEN, planFor } from './mask-plans.ts'
import { maskedValue } from './mask-values.ts'

/** What of passengers the caller may not see. Drivers see their own passengers as they are. */
export const hiddenFrom = async (deps: Deps, actor: Actor): Promise<Hidden> => {
  if (actor.kind !== 'user') return NOTHING_HIDDEN
  const holds = await keysOf(deps, actor)
  const guards = (Object.keys(maskKeys) as (keyof typeof maskKeys)[]).filter((guard) => !holds(maskKeys[guard])) // its own keys
  return new Set<Guard>(actor.pseudonymous ? [...guards, 'name'] : guards)
}

/** A value of the schema as this reader may see it; the value itself where that is all of it. */
export const maskedFor = <T>(schema: z.core.$ZodType, value: T, hidden: Hidden): T => {
  const plan = planFor(schema, hidden)
  return plan === null ? value : (applied(plan, value, {}) as T) // masks keep the shape that the contract gives it
}

const applied = (plan: MaskPlan, value: unknown, beside: Readonly<Record<string, unknown>>): unknown => {
  if (value === null || value === undefined) return value
  if (plan.mark !== undefined) return maskedValue(plan.mark, value, beside)
  const { each, fields } = plan
  if (each !== undefined) return Array.isArray(value) ? value.map((one) => applied(each, one, {})) : value
  if (typeof value !== 'object' || fields === undefined) return value
  const own = value as Readonly<Record<string, unknown>> // of an object's schema
  const copy: Record<string, unknown> = { ...own }
  for (const [field, inner] of fields) if (field in own) copy[field] = applied(inner, own[field], own)
  return copy
}

/** The fields of the records that an endpoint answers, with their marks. */
const marksOf = ({ answer }: Pick<Endpoint, 'answer'>): ReadonlyMap<string, Mark> => {
  const data = maskPlanOf(answer)?.fields?.find(([field]) => field === 'data')?.[1]
  const fields = data?.each?.fields ?? data?.fields ?? []
  return new Map(fields.flatMap(([field, { mark }]) => (mark === undefined ? [] : [[field, mark] as const])))
}

/** Throws for a list that is to be sorted or filtered by what the caller does not see: its order would tell it. */
export const refuseMaskedOrder = (endpoint: Endpoint, query: unknown, hidden: Hidden): void => {
  const { sort, filter } = query as { sort?: unknown; filter?: object } // of a list, or neither is there
  const marks = marksOf(endpoint)
  const asked = [
    ...(typeof sort === 'string' ? [['sort', sort.replace(/^-/, '')] as const] : []),
    ...Object.keys(filter ?? {}).map((field) => ['filter', field] as const),
  ]
  for (const [how, field] of asked) {
    const mark = marks.get(field)
    if (mark !== undefined && hidden.has(mark.guard))
      throw forbidden(`You cannot ${how} by ${field.replaceAll('_', ' ')}: it is masked for you`)
  }
}

export const MASKED_CHANGE = 'This is masked for you, and stays as it is. Leave it out'

/** Throws beside each field that the caller does not see: a mask that is sent back would take the place of the value. */
export const refuseMaskedChange = (endpoint: Endpoint, body: unknown, hidden: Hidden): void => {
  if (hidden.size === 0 || !endpoint.path.includes(':id') || typeof body !== 'object' || body === null) return
  const fields = [...marksOf(endpoint)].filter(
    ([field, { guard }]) => hidden.has(guard) && (body as Record<string, unknown>)[field] !== undefined, // an object, as above
  )
  if (fields.length > 0)
    throw invalid(
      fields.map(([field]) => ({
        pointer: `/${field}`,
        detail: MASKED_CHANGE,
      })),
    )
}

/** What an error carries besides its sentence. */
const carried: Readonly<Record<string, z.core.$ZodType>> = {
  service_availability_search: ServiceAvailabilitySearch,
  disruption_preview: DisruptionPreview,
  effect_preview: EffectPreview,
  undo_preview: UndoPreview,
  flexible_schedule: FlexibleSchedule,
}

/** The error as the caller may see it. */
export const maskedError = async (deps: Deps, endpoint: Endpoint, actor: Actor, error: unknown): Promise<unknown> => {
  if (!(error instanceof HttpError) || error.meta === undefined) return error
  const hidden = await hiddenFrom(deps, actor)
  if (hidden.size === 0) return error
  const { current, ...more } = error.meta
  const meta: Record<string, unknown> = { ...more }
  for (const [name, schema] of Object.entries(carried))
    if (name in meta) meta[name] = maskedFor(schema, meta[name], hidden)
  if (current !== undefined)
    meta['current'] = (maskedFor(endpoint.answer, { data: current }, hidden) as { data: unknown }).data // as it was put in
  return new HttpError(error.status, error.errors, meta, error.headers)
}

/** The fields of a record of the audit. */
export const maskedFields = <T extends Readonly<Record<string, unknown>>>(
  kind: AuditKind,
  id: string,
  fields: T,
  hidden: Hidden,
): T => {
  const marks = shownMarks(kind, hidden)
  if (marks.length === 0) return fields
  const copy: Record<string, unknown> = { ...fields }
  for (const [field, mark] of marks) if (field in copy) copy[field] = maskedValue(mark, copy[field], { id })
  return copy as T // the same fields
}

/** What an event of the audit changed. */
export const maskedChanges = (kind: AuditKind, id: string, changes: AuditChanges, hidden: Hidden): AuditChanges => {
  const marks = shownMarks(kind, hidden)
  if (marks.length === 0) return changes
  const copy: AuditChanges = { ...changes }
  for (const [field, mark] of marks) {
    const change = copy[field]
    if (change === undefined) continue
    copy[field] = Object.fromEntries(
      Object.entries(change).map(([side, value]) => [side, maskedValue(mark, value, { id })]),
    )
  }
  return copy
}

/** Is anything of such records masked for the reader? Then the audit is not searched in their values. */
export const masksAny = (kind: AuditKind, hidden: Hidden): boolean => shownMarks(kind, hidden).length > 0

const shownMarks = (kind: AuditKind, hidden: Hidden): (readonly [string, Mark])[] =>
  hidden.size === 0 ? [] : Object.entries(auditMarks[kind] ?? {}).filter(([, { guard }]) => hidden.has(guard))
