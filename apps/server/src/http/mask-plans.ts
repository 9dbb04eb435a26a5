import type { z } from 'zod'
import { type Guard, markOf, type Mark } from '@ambit/contract'

/** Where in a value of a schema passengers' fields are. */
export type MaskPlan = {
  mark?: Mark
  fields?: readonly (readonly [string, MaskPlan])[]
  /** of a list's entries */
  each?: MaskPlan
}

/** What is masked for a reader. */
export type Hidden = ReadonlySet<Guard>
export const NOTHING_HIDDEN: Hidden = new Set()

/** with the parts of a definition that a walk needs */
type Schema = z.core.$ZodType & { def: { type: string } & Record<string, unknown> }

const plans = new WeakMap<object, MaskPlan | null>()
const narrowed = new WeakMap<MaskPlan, Map<string, MaskPlan | null>>()

/** Every mark of the schema, found once; null: it has none. */
export const maskPlanOf = (schema: z.core.$ZodType): MaskPlan | null => {
  const known = plans.get(schema)
  if (known !== undefined) return known
  const plan = planned(schema as Schema)
  plans.set(schema, plan)
  return plan
}

/** Of the schema what this reader may not see; null: nothing, and the answer goes out as it is. */
export const planFor = (schema: z.core.$ZodType, hidden: Hidden): MaskPlan | null => {
  const plan = hidden.size === 0 ? null : maskPlanOf(schema)
  if (plan === null) return null
  const key = [...hidden].toSorted().join()
  let known = narrowed.get(plan)
  if (known === undefined) narrowed.set(plan, (known = new Map()))
  let own = known.get(key)
  if (own === undefined) known.set(key, (own = only(plan, hidden)))
  return own
}

const planned = (schema: Schema): MaskPlan | null => {
  const mark = markOf(schema)
  if (mark !== undefined) return { mark }
  const { def } = schema
  switch (def.type) {
    case 'object':
      return withFields(Object.entries(def['shape'] as Record<string, Schema>))
    case 'array': {
      const each = maskPlanOf(def['element'] as Schema)
      return each === null ? null : { each }
    }
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
      return maskPlanOf(def['innerType'] as Schema)
    case 'pipe':
      return maskPlanOf(def['out'] as Schema)
    case 'union':
      return merged((def['options'] as Schema[]).map((option) => maskPlanOf(option)))
    default:
      return null
  }
}

const withFields = (entries: readonly (readonly [string, Schema])[]): MaskPlan | null => {
  const fields = entries.flatMap(([field, schema]): [string, MaskPlan][] => {
    const plan = maskPlanOf(schema)
    return plan === null ? [] : [[field, plan]]
  })
  return fields.length === 0 ? null : { fields }
}

const merged = (options: readonly (MaskPlan | null)[]): MaskPlan | null => {
  const known = options.filter((plan) => plan !== null)
  return known.length < 2 ? (known[0] ?? null) : { fields: known.flatMap(({ fields = [] }) => fields) }
}

const only = ({ mark, fields, each }: MaskPlan, hidden: Hidden): MaskPlan | null => {
  if (mark !== undefined) return hidden.has(mark.guard) ? { mark } : null
  const inner = each === undefined ? null : only(each, hidden)
  if (inner !== null) return { each: inner }
  const left = (fields ?? []).flatMap(([field, plan]): [string, MaskPlan][] => {
    const own = only(plan, hidden)
    return own === null ? [] : [[field, own]]
  })
  return left.length === 0 ? null : { fields: left }
}
