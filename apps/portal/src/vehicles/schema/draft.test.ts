import { SchemaInput, type Schema, type SchemaField, type SchemaStage } from '@ambit/contract'
import { expect, test } from 'vitest'
import { type Change, changed, type Draft, draftOf, keyFrom, stagesOf, typesBefore } from './draft.ts'

const text = (key: string, label = key): SchemaField => ({ key, label, type: 'text', options: [], fields: [] })
const stages: SchemaStage[] = [
  {
    key: 'allocation',
    label: 'Allocation',
    color: '#1f56b8',
    completable: true,
    fields: [text('depot'), text('lane')],
  },
  { key: 'fit_out', label: 'Fit-out', color: '#0b7a4b', completable: false, fields: [] },
]
const after = (draft: Draft, ...changes: Change[]): Draft => changes.reduce(changed, draft)
const names = (draft: Draft) => draft.stages.map(({ label, fields }) => [label, ...fields.map((field) => field.label)])

test('an unchanged draft of the custom fields is saved as it was read', () => {
  expect(stagesOf(draftOf(stages), new Map())).toEqual(stages)
})

test('stages and fields move only among their own kind and within their list', () => {
  const draft = draftOf(stages)
  const [allocation, fitOut] = draft.stages
  const depot = allocation?.fields[0]
  if (allocation === undefined || fitOut === undefined || depot === undefined) throw new Error('They are there')
  expect(names(after(draft, { do: 'move', id: fitOut.id, to: 0 }))).toEqual([
    ['Fit-out'],
    ['Allocation', 'depot', 'lane'],
  ])
  expect(names(after(draft, { do: 'move', id: depot.id, to: 1 }))[0]).toEqual(['Allocation', 'lane', 'depot'])
  expect(names(after(draft, { do: 'move', id: depot.id, to: 9 }))[0]).toEqual(['Allocation', 'lane', 'depot'])
  expect(names(after(draft, { do: 'move', id: depot.id, to: -1 }))[0]).toEqual(['Allocation', 'depot', 'lane'])
  expect(names(after(draft, { do: 'remove', id: depot.id }))[0]).toEqual(['Allocation', 'lane'])
})

// covers: VEH-51..54
test('a new stage with a group and a choice gets keys from its names and is accepted by the contract', () => {
  const draft = after(
    draftOf([]),
    { do: 'addStage' },
    { do: 'stage', id: 1, set: { label: 'Safety inspection', completable: true } },
    { do: 'addField', to: 1 },
    { do: 'field', id: 2, set: { label: 'Checks', type: 'group' } },
    { do: 'addField', to: 2 },
    { do: 'field', id: 3, set: { label: 'Result', type: 'select' } },
    { do: 'addOption', to: 3 },
    { do: 'option', id: 4, set: { label: 'Très bien' } },
  )
  const made = stagesOf(draft, new Map())
  expect(made).toEqual([
    {
      key: 'safety_inspection',
      label: 'Safety inspection',
      color: '#1f56b8',
      completable: true,
      fields: [
        {
          key: 'checks',
          label: 'Checks',
          type: 'group',
          options: [],
          fields: [
            {
              key: 'result',
              label: 'Result',
              type: 'select',
              options: [{ value: 'tres_bien', label: 'Très bien' }],
              fields: [],
            },
          ],
        },
      ],
    },
  ])
  expect(SchemaInput.safeParse({ entity: 'vehicle', stages: made }).success).toBe(true)
})

test('changing a field’s type drops what the type cannot have, and renaming it keeps the key', () => {
  const draft = draftOf([
    { ...stages[0]!, fields: [{ ...text('area'), type: 'select', options: [{ value: 'n', label: 'N' }] }] }, // the first of two
  ])
  const field = draft.stages[0]?.fields[0]
  if (field === undefined) throw new Error('It is there')
  const renamed = after(draft, { do: 'field', id: field.id, set: { label: 'Functional area' } })
  expect(stagesOf(renamed, new Map())[0]?.fields[0]).toMatchObject({ key: 'area', label: 'Functional area' })
  const retyped = after(draft, { do: 'field', id: field.id, set: { type: 'date' } })
  expect(stagesOf(retyped, new Map())[0]?.fields[0]?.options).toEqual([])
})

test('a key is not reused for another type, and one of the same type gets its old values back', () => {
  const before = typesBefore([
    { id: 1, entity: 'vehicle', version: 1, stages, created_at: '2026-01-01T00:00:00Z', created_by_name: null },
  ] satisfies Schema[])
  const again = (type: 'text' | 'number') => {
    const draft = draftOf([{ ...stages[0]!, fields: [] }]) // the first of two
    const [stage] = draft.stages
    const added = after(
      draft,
      { do: 'addField', to: stage?.id ?? 0 },
      { do: 'field', id: draft.nextId, set: { label: 'Depot', type } },
    )
    return stagesOf(added, before)[0]?.fields[0]?.key
  }
  expect(again('text')).toBe('depot')
  expect(again('number')).toBe('depot_2')
})

test('every field name gives a key', () => {
  expect(['Été & co', '2nd check', '零', '  ', 'a'.repeat(80)].map(keyFrom)).toEqual([
    'ete_co',
    'nd_check',
    'field',
    'field',
    'a'.repeat(50),
  ])
})
