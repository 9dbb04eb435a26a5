import {
  MAX_FIELD_DEPTH,
  type Schema,
  type SchemaField,
  type SchemaFieldType,
  type SchemaOption,
  type SchemaStage,
} from '@ambit/contract'
import { leavesOf } from '@ambit/domain'

/** What is being edited: things have an id of the page, and a key only once they were saved. */
export type DraftOption = { id: number; value: string | null; label: string }
export type DraftField = {
  id: number
  key: string | null
  label: string
  type: SchemaFieldType
  options: readonly DraftOption[]
  fields: readonly DraftField[]
}
export type DraftStage = {
  id: number
  key: string | null
  label: string
  color: string
  completable: boolean
  fields: readonly DraftField[]
}
export type Draft = { stages: readonly DraftStage[]; nextId: number }

export const swatches = ['#1f56b8', '#0b7a4b', '#8f4e00', '#b3261e', '#5b3cc4', '#0f766e', '#9d174d', '#5a6370']

export const draftOf = (stages: readonly SchemaStage[]): Draft => {
  let nextId = 1
  const fieldOf = (field: SchemaField): DraftField => ({
    ...field,
    id: nextId++,
    options: field.options.map((option) => ({ ...option, id: nextId++ })),
    fields: field.fields.map(fieldOf),
  })
  return { stages: stages.map((stage) => ({ ...stage, id: nextId++, fields: stage.fields.map(fieldOf) })), nextId }
}

export type Change =
  | { do: 'addStage' }
  | { do: 'addField'; to: number }
  | { do: 'addOption'; to: number }
  | { do: 'stage'; id: number; set: Partial<Pick<DraftStage, 'label' | 'color' | 'completable'>> }
  | { do: 'field'; id: number; set: Partial<Pick<DraftField, 'label' | 'type'>> }
  | { do: 'option'; id: number; set: Pick<DraftOption, 'label'> }
  | { do: 'remove'; id: number }
  | { do: 'move'; id: number; to: number }

/** The draft after one change. */
export const changed = (draft: Draft, change: Change): Draft => {
  const { stages, nextId } = draft
  switch (change.do) {
    case 'addStage': {
      const color = swatches[stages.length % swatches.length] ?? '#1f56b8'
      const stage = { id: nextId, key: null, label: '', color, completable: true, fields: [] }
      return { stages: [...stages, stage], nextId: nextId + 1 }
    }
    case 'addField':
      return { stages: stages.map((stage) => withField(stage, change.to, emptyField(nextId))), nextId: nextId + 1 }
    case 'addOption':
      return {
        stages: overFields(stages, change.to, (field) => ({
          ...field,
          options: [...field.options, { id: nextId, value: null, label: '' }],
        })),
        nextId: nextId + 1,
      }
    case 'stage':
      return { ...draft, stages: stages.map((stage) => (stage.id === change.id ? { ...stage, ...change.set } : stage)) }
    case 'field':
      return { ...draft, stages: overFields(stages, change.id, (field) => ofType({ ...field, ...change.set })) }
    case 'option':
      return {
        ...draft,
        stages: inLists(stages, (items) =>
          items.map((item) => ('value' in item && item.id === change.id ? { ...item, ...change.set } : item)),
        ),
      }
    case 'remove':
      return { ...draft, stages: inLists(stages, (items) => items.filter(({ id }) => id !== change.id)) }
    case 'move':
      return { ...draft, stages: inLists(stages, (items) => moved(items, change.id, change.to)) }
  }
}

const emptyField = (id: number): DraftField => ({ id, key: null, label: '', type: 'text', options: [], fields: [] })

/** What another type cannot hold goes. */
const ofType = (field: DraftField): DraftField => ({
  ...field,
  options: field.type === 'select' || field.type === 'multiselect' ? field.options : [],
  fields: field.type === 'group' ? field.fields : [],
})

const withField = <H extends { id: number; fields: readonly DraftField[] }>(
  holder: H,
  to: number,
  field: DraftField,
): H =>
  holder.id === to
    ? { ...holder, fields: [...holder.fields, field] }
    : { ...holder, fields: holder.fields.map((inner) => withField(inner, to, field)) }

const overFields = (
  stages: readonly DraftStage[],
  id: number,
  change: (field: DraftField) => DraftField,
): DraftStage[] => {
  const over = (fields: readonly DraftField[]): DraftField[] =>
    fields.map((field) => (field.id === id ? change(field) : { ...field, fields: over(field.fields) }))
  return stages.map((stage) => ({ ...stage, fields: over(stage.fields) }))
}

type InList = <T extends { id: number }>(items: readonly T[]) => T[]
/** The same change in every list: of stages, of fields, of options. An id is in one of them. */
const inLists = (stages: readonly DraftStage[], change: InList): DraftStage[] => {
  const within = (field: DraftField): DraftField => ({
    ...field,
    options: change(field.options),
    fields: change(field.fields).map(within),
  })
  return change(stages).map((stage) => ({ ...stage, fields: change(stage.fields).map(within) }))
}

const moved: (items: readonly { id: number }[], id: number, to: number) => never[] = (items, id, to) => {
  const from = items.findIndex((item) => item.id === id)
  const item = items[from]
  const place = Math.max(0, Math.min(items.length - 1, to))
  const rest = items.filter((other) => other.id !== id)
  return (item === undefined ? [...items] : [...rest.slice(0, place), item, ...rest.slice(place)]) as never[] // the same items in another order
}

/** A group may lie in a stage, and in a group of a stage. */
export const mayHoldGroups = (depth: number): boolean => depth < MAX_FIELD_DEPTH

/** `Service area, north` → `service_area_north`; something that is a key in any case. */
export const keyFrom = (label: string): string => {
  const key = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 50)
    .replace(/_+$/, '')
  return key === '' ? 'field' : key
}

const unused = (wanted: string, isTaken: (key: string) => boolean): string => {
  for (let at = 1; ; at++) {
    const key = at === 1 ? wanted : `${wanted}_${at}`
    if (!isTaken(key)) return key
  }
}

/** Which type each key had in any version: a new field may take up an old one's values, if it can hold them. */
export const typesBefore = (versions: readonly Schema[]): ReadonlyMap<string, string> =>
  new Map(
    versions.flatMap(({ stages }) =>
      stages.flatMap(leavesOf).map(({ path, field }) => [path.join('/'), field.type] as const),
    ),
  )

/** The draft as it is saved. What is new gets its key from its name, and keeps it. */
export const stagesOf = (draft: Draft, before: ReadonlyMap<string, string>): SchemaStage[] => {
  const fieldsOf = (fields: readonly DraftField[], path: string): SchemaField[] => {
    const taken = new Set(fields.flatMap(({ key }) => key ?? []))
    return fields.map(({ key: kept, label, type, options, fields: inner }) => {
      const isTaken = (candidate: string): boolean => {
        const type_before = before.get(`${path}/${candidate}`)
        return taken.has(candidate) || (type_before !== undefined && type_before !== type)
      }
      const key = kept ?? unused(keyFrom(label), isTaken)
      taken.add(key)
      return { key, label, type, options: optionsOf(options), fields: fieldsOf(inner, `${path}/${key}`) }
    })
  }
  const taken = new Set(draft.stages.flatMap(({ key }) => (key === null ? [] : [key, `${key}_completed`])))
  return draft.stages.map(({ key: kept, label, color, completable, fields }) => {
    const key = kept ?? unused(keyFrom(label), (candidate) => taken.has(candidate))
    taken.add(key).add(`${key}_completed`)
    return { key, label, color, completable, fields: fieldsOf(fields, key) }
  })
}

const optionsOf = (options: readonly DraftOption[]): SchemaOption[] => {
  const taken = new Set(options.flatMap(({ value }) => value ?? []))
  return options.map(({ value: kept, label }) => {
    const value = kept ?? unused(keyFrom(label), (candidate) => taken.has(candidate))
    taken.add(value)
    return { value, label }
  })
}

export const fieldCount = (stages: readonly SchemaStage[]): number => stages.flatMap(leavesOf).length
