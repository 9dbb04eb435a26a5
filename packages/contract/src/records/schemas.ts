import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText, Timestamp, Version } from './basics.ts'

/** Custom fields of an installation. Only vehicles have them so far. */
export const schemaEntities = ['vehicle'] as const
export const SchemaEntity = z.enum(schemaEntities)
export type SchemaEntity = z.infer<typeof SchemaEntity>

export const schemaFieldTypes = [
  'text',
  'textarea',
  'number',
  'date',
  'boolean',
  'select',
  'multiselect',
  'group',
] as const
export type SchemaFieldType = (typeof schemaFieldTypes)[number]

export const MAX_STAGES = 20
/** Versions in one answer: each may have 2 MB. */
export const SCHEMAS_PER_PAGE = 5
export const MAX_SCHEMA_FIELDS = 200
/** a field in a group in a group */
export const MAX_FIELD_DEPTH = 3

const key = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,59}$/, 'A key has lower-case letters, digits and _, and begins with a letter')
const label = requiredText('Please enter a name', 80)

export const SchemaOption = z.object({
  /** as it is stored; filters join values with commas */
  value: z.string().regex(/^[^,]{1,80}$/, 'A value has no comma and at most 80 characters'),
  label,
})
export type SchemaOption = z.infer<typeof SchemaOption>

export type SchemaField = {
  key: string
  label: string
  type: SchemaFieldType
  /** options of a select or multiselect; empty for other types */
  options: SchemaOption[]
  /** fields of a group; empty for other types */
  fields: SchemaField[]
}
export const SchemaField: z.ZodType<SchemaField, SchemaField> = z.lazy(() =>
  z
    .object({
      key,
      label,
      type: z.enum(schemaFieldTypes),
      options: z.array(SchemaOption).max(200),
      fields: z.array(SchemaField).max(MAX_SCHEMA_FIELDS),
    })
    .superRefine((field, context) => {
      const chooses = field.type === 'select' || field.type === 'multiselect'
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
      if (chooses && field.options.length === 0) refuse('options', 'Please enter at least one option')
      if (!chooses && field.options.length > 0) refuse('options', 'Only a choice has options')
      if (field.type === 'group' && field.fields.length === 0) refuse('fields', 'Please add a field to the group')
      if (field.type !== 'group' && field.fields.length > 0) refuse('fields', 'Only a group holds fields')
      refuseTwice(field.options, ({ value }) => value.toLowerCase(), ['options'], context)
      refuseTwice(field.fields, ({ key: inner }) => inner, ['fields'], context)
    }),
)

export const SchemaStage = z
  .object({
    key,
    label,
    color: z.string().regex(/^#[0-9a-f]{6}$/i, 'Please choose a colour'),
    /** staff mark it as completed for each vehicle */
    completable: z.boolean(),
    fields: z.array(SchemaField).max(MAX_SCHEMA_FIELDS),
  })
  .superRefine((stage, context) => refuseTwice(stage.fields, (field) => field.key, ['fields'], context))
export type SchemaStage = z.infer<typeof SchemaStage>

const Stages = z
  .array(SchemaStage)
  .max(MAX_STAGES, `There are at most ${MAX_STAGES} stages`)
  .superRefine((stages, context) => {
    refuseTwice(stages, (stage) => stage.key, [], context)
    refuseAlike(stages, [], context)
    const completions = new Set(stages.map((stage) => completedKey(stage.key)))
    stages.forEach((stage, at) => {
      // Both would be kept under one name.
      if (completions.has(stage.key))
        context.addIssue({
          code: 'custom',
          path: [at, 'label'],
          message: 'This name is reserved for a completed stage',
        })
      if (depthOf(stage.fields) > MAX_FIELD_DEPTH)
        context.addIssue({
          code: 'custom',
          path: [at, 'fields'],
          message: 'A group can hold groups, but those cannot hold groups',
        })
    })
    if (countOf(stages) > MAX_SCHEMA_FIELDS)
      context.addIssue({ code: 'custom', path: [], message: `There are at most ${MAX_SCHEMA_FIELDS} fields` })
  })

/** Each save is a version of its own; fields of earlier versions stay readable. */
export const Schema = z.object({
  id: Id,
  entity: SchemaEntity,
  version: Version,
  stages: z.array(SchemaStage),
  created_at: Timestamp,
  /** who saved it; null when the account is deleted, or the version ships with the product */
  created_by_name: z.string().nullable(),
})
export type Schema = z.infer<typeof Schema>

export const SchemaInput = z.object({ entity: SchemaEntity, stages: Stages })
export type SchemaInput = z.infer<typeof SchemaInput>

/** The key in a vehicle's attributes that marks a stage as completed. */
export const completedKey = (stage: string): string => `${stage}_completed`

/** Where the functional area lies in a vehicle's attributes, and its options in the schema. */
export const FUNCTIONAL_AREA_PATH = ['allocation', 'service_allocation_details', 'functional_area'] as const

const depthOf = (fields: readonly SchemaField[]): number =>
  fields.length === 0 ? 0 : 1 + Math.max(...fields.map((field) => depthOf(field.fields)))

const countOf = (holders: readonly { fields: readonly SchemaField[] }[]): number =>
  holders.reduce((sum, { fields }) => sum + fields.length + countOf(fields), 0)

const refuseTwice = <T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  path: readonly string[],
  context: z.core.$RefinementCtx,
): void => {
  const seen = new Set<string>()
  items.forEach((item, at) => {
    if (seen.has(keyOf(item))) context.addIssue({ code: 'custom', path: [...path, at, 'label'], message: TWICE })
    seen.add(keyOf(item))
  })
}

const TWICE = 'This name appears twice'

type Named = { key: string; label: string; fields: readonly SchemaField[] }

/**
 * Two fields of one name cannot be told apart on screen, though their keys differ. Checked on saving only: versions from
 * before this rule stay readable.
 */
const refuseAlike = (
  items: readonly Named[],
  path: readonly (string | number)[],
  context: z.core.$RefinementCtx,
): void => {
  const keys = new Set<string>()
  const names = new Set<string>()
  items.forEach(({ key: own, label: text, fields }, at) => {
    const name = text.trim().toLowerCase()
    // Of two with one key that is said already.
    if (names.has(name) && !keys.has(own))
      context.addIssue({ code: 'custom', path: [...path, at, 'label'], message: TWICE })
    keys.add(own)
    names.add(name)
    refuseAlike(fields, [...path, at, 'fields'], context)
  })
}
