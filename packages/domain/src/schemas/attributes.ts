import { completedKey, type SchemaField, type SchemaStage } from '@ambit/contract'

/** A record's custom fields: values by stage and field, groups nested, and `{stage}_completed`. */
export type Attributes = { readonly [key: string]: unknown }

/** A field that holds a value, with its path; groups are parts of paths only. */
export type Leaf = {
  /** stage, groups, field */
  path: readonly string[]
  /** the words for each part of the path */
  labels: readonly string[]
  field: SchemaField
}

export const leavesOf = (stage: SchemaStage): Leaf[] => {
  const below = (fields: readonly SchemaField[], path: readonly string[], labels: readonly string[]): Leaf[] =>
    fields.flatMap((field) => {
      const here = [...path, field.key]
      const words = [...labels, field.label]
      return field.type === 'group' ? below(field.fields, here, words) : [{ path: here, labels: words, field }]
    })
  return below(stage.fields, [stage.key], [stage.label])
}

const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at the path; undefined where there is none. */
export const valueAt = (attributes: unknown, path: readonly string[]): unknown => {
  let node = attributes
  for (const key of path) {
    if (!isObject(node) || !Object.hasOwn(node, key)) return undefined
    node = node[key]
  }
  return node
}

/** The attributes with this value at the path; undefined removes it. Nothing else changes. */
export const withValueAt = (attributes: Attributes, path: readonly string[], value: unknown): Attributes => {
  const [key, ...rest] = path
  if (key === undefined) return attributes
  const inner = Object.hasOwn(attributes, key) ? attributes[key] : undefined
  const next = rest.length === 0 ? value : withValueAt(isObject(inner) ? inner : {}, rest, value)
  const others = Object.entries(attributes).filter(([name]) => name !== key)
  const gone = next === undefined || (rest.length > 0 && isObject(next) && Object.keys(next).length === 0)
  return Object.fromEntries(gone ? others : [...others, [key, next]])
}

export const isCompleted = (attributes: Attributes, stage: string): boolean =>
  valueAt(attributes, [completedKey(stage)]) === true

/** The stages that a vehicle has completed, in the schema's order. */
export const completedStages = (stages: readonly SchemaStage[], attributes: Attributes): SchemaStage[] =>
  stages.filter((stage) => stage.completable && isCompleted(attributes, stage.key))

export const optionsAt = (stages: readonly SchemaStage[], path: readonly string[]): SchemaField['options'] | null => {
  const leaf = stages.flatMap(leavesOf).find((candidate) => candidate.path.join('.') === path.join('.'))
  return leaf === undefined || leaf.field.options.length === 0 ? null : leaf.field.options
}

export type AttributeProblem = { path: readonly string[]; detail: string }

/**
 * Where attributes break the schema. Values without a field are ignored: they belong to an earlier version. A value
 * that was there `before` may stay, so that a removed option does not block other changes.
 */
export const attributeProblems = (
  stages: readonly SchemaStage[],
  attributes: Attributes,
  before: Attributes = {},
): AttributeProblem[] =>
  stages.flatMap((stage) => {
    const completion = [completedKey(stage.key)]
    const completed = valueAt(attributes, completion)
    return [
      ...(completed === undefined || completed === null || typeof completed === 'boolean'
        ? []
        : [{ path: completion, detail: `${stage.label}: completed is yes or no` }]),
      ...leavesOf(stage).flatMap(({ path, labels, field }) => {
        const value = valueAt(attributes, path)
        if (sameValue(value, valueAt(before, path))) return []
        const problem = fieldProblem(field, value)
        return problem === null ? [] : [{ path, detail: `${labels.slice(1).join(', ')}: ${problem}` }]
      }),
    ]
  })

const MAX_TEXT = 255
const MAX_LONG_TEXT = 4000
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/

/** A date that exists: no 31st of February. */
const isDay = (text: string): boolean => {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** What is wrong with a value of this field; an empty value never is. */
export const fieldProblem = (field: SchemaField, value: unknown): string | null =>
  isEmpty(value) ? null : problemOf(field, value)

const problemOf = (field: SchemaField, value: unknown): string | null => {
  const offers = (one: unknown): boolean => field.options.some((option) => option.value === one)
  switch (field.type) {
    case 'text':
    case 'textarea': {
      const most = field.type === 'text' ? MAX_TEXT : MAX_LONG_TEXT
      if (typeof value !== 'string') return 'please enter text'
      return value.length <= most ? null : `please enter at most ${most} characters`
    }
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'please enter a number'
    case 'date':
      return typeof value === 'string' && isDay(value) ? null : 'please enter a date'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'please answer yes or no'
    case 'select':
      return offers(value) ? null : 'please choose one of the options'
    case 'multiselect':
      return Array.isArray(value) && value.every(offers) ? null : 'please choose among the options'
    case 'group':
      return null
  }
}

export const sameValue = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Values without a field in the schema: those of fields and stages of earlier versions. */
export const earlierValues = (
  stages: readonly SchemaStage[],
  attributes: Attributes,
): { path: readonly string[]; value: unknown }[] => {
  const named = new Set(
    stages.flatMap((stage) => [
      ...(stage.completable ? [completedKey(stage.key)] : []),
      ...leavesOf(stage).map(({ path }) => path.join('.')),
    ]),
  )
  const below = (node: Attributes, path: readonly string[]): { path: readonly string[]; value: unknown }[] =>
    Object.entries(node).flatMap(([key, value]) => {
      const here = [...path, key]
      if (named.has(here.join('.')) || value === null || value === '') return []
      return isObject(value) ? below(value, here) : [{ path: here, value }]
    })
  return below(attributes, [])
}
