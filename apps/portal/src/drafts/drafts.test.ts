import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDrafts, type Drafts } from './create-drafts.ts'
import {
  applyDiff,
  compose,
  type Diff,
  isDraftId,
  newDraftId,
  partsOf,
  type RecordId,
  reverse,
  stateIn,
} from './diff.ts'
import { countChanges, type Diffs } from './history.ts'
import { toSave } from './to-save.ts'

type Stop = { id: RecordId; name: string; flags: readonly boolean[] }
type Route = { id: RecordId; stops: readonly RecordId[] }
type Town = { stops: Stop; routes: Route }

const stop = (id: RecordId, name = 'a', flags: readonly boolean[] = []): Stop => ({ id, name, flags })
const town = { stops: [stop(1, 'Church'), stop(2, 'Mill'), stop(3, 'Quay')], routes: [{ id: 7, stops: [1, 2] }] }

type Act =
  | { act: 'add'; name: string }
  | { act: 'rename'; which: number; name: string }
  | { act: 'remove'; which: number }
  | { act: 'reroute'; which: number }
  | { act: 'undo' | 'redo' | 'reset' }
  | { act: 'scrub'; to: number }

const name = fc.constantFrom('Church', 'Mill', 'Quay', 'Park', 'Depot')
const which = fc.nat(5)
const edits: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constant('add' as const), name }),
  fc.record({ act: fc.constant('rename' as const), which, name }),
  fc.record({ act: fc.constant('remove' as const), which }),
  fc.record({ act: fc.constant('reroute' as const), which }),
)
const acts: fc.Arbitrary<Act> = fc.oneof(
  edits,
  fc.record({ act: fc.constantFrom('undo' as const, 'redo' as const, 'reset' as const) }),
  fc.record({ act: fc.constant('scrub' as const), to: fc.integer({ min: -2, max: 12 }) }),
)

let made = 0
const play = (drafts: Drafts<Town>, act: Act): void => {
  const { stops, routes } = drafts.get().records
  const chosen = 'which' in act ? stops[act.which % Math.max(1, stops.length)] : undefined
  switch (act.act) {
    case 'add':
      return drafts.edit('Add', { kind: 'stops', added: [stop(`$${++made}`, act.name)] })
    case 'rename':
      return chosen && drafts.edit('Rename', { kind: 'stops', updated: [{ ...chosen, name: act.name }] })
    case 'remove':
      return chosen && drafts.edit('Remove', { kind: 'stops', removed: [chosen.id] })
    case 'reroute':
      return drafts.edit('Reroute', [
        { kind: 'routes', updated: routes.map((route) => ({ ...route, stops: [...route.stops, act.which] })) },
        { kind: 'stops', updated: stops.map((one) => ({ ...one, flags: [act.which > 2] })) },
      ])
    case 'undo':
      return drafts.undo()
    case 'redo':
      return drafts.redo()
    case 'reset':
      return drafts.reset()
    case 'scrub':
      return drafts.scrub(act.to)
  }
}

const after = (list: readonly Act[]): Drafts<Town> => {
  const drafts = createDrafts<Town>(town)
  for (const act of list) play(drafts, act)
  return drafts
}

/** Records without the order: a removed record that is added again is last. */
const asSet = (records: readonly Stop[]): unknown[] => records.map((one) => JSON.stringify(one)).toSorted()

const draftOf = (drafts: Drafts<Town>): Diff<Stop> => drafts.get().history.draft.stops ?? new Map()

describe('a diff', () => {
  // covers: DRAFT-07..09
  test('applying two diffs in turn equals applying both at once, and a diff with its reverse changes nothing', () => {
    fc.assert(
      fc.property(fc.array(edits), fc.array(edits), (first, second) => {
        const early = after(first)
        const middle = early.get().records.stops
        const a = draftOf(early)
        for (const act of second) play(early, act)
        const whole = draftOf(early)
        const b = compose(reverse(a), whole)
        expect(asSet(applyDiff(town.stops, compose(a, b)))).toEqual(asSet(early.get().records.stops))
        expect(asSet(applyDiff(middle, b))).toEqual(asSet(early.get().records.stops))
        expect(compose(a, reverse(a)).size).toBe(0)
      }),
    )
  })

  // covers: DRAFT-05
  test('an id with $ is that of a draft, and each new one is different', () => {
    expect(isDraftId('$uid')).toBe(true)
    expect(isDraftId(12)).toBe(false)
    expect(isDraftId('12')).toBe(false)
    const ids = Array.from({ length: 500 }, newDraftId)
    expect(new Set(ids).size).toBe(500)
    expect(ids.every((id) => /^\$[a-z0-9]{10}$/.test(id))).toBe(true)
  })
})

describe('the history', () => {
  // covers: DRAFT-11..14
  test('undo returns to every earlier state in turn, and redo repeats them', () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 12 }), (list) => {
        const drafts = createDrafts<Town>(town)
        const seen = [drafts.get().records]
        for (const act of list) {
          const { position } = drafts.get().history
          play(drafts, act)
          if (drafts.get().history.position > position) seen.push(drafts.get().records)
        }
        const steps = drafts.get().history.steps.length
        expect(steps).toBe(seen.length - 1)
        for (let at = steps - 1; at >= 0; at--) {
          drafts.undo()
          expect(asSet(drafts.get().records.stops)).toEqual(asSet(seen[at]!.stops))
          expect(drafts.get().records.routes).toEqual(seen[at]!.routes)
        }
        expect(countChanges<Town>(drafts.get().history.draft)).toBe(0)
        for (let at = 1; at <= steps; at++) {
          drafts.redo()
          expect(asSet(drafts.get().records.stops)).toEqual(asSet(seen[at]!.stops))
        }
        for (const to of [0, steps, Math.floor(steps / 2)]) {
          drafts.scrub(to)
          expect(asSet(drafts.get().records.stops)).toEqual(asSet(seen[to]!.stops))
        }
      }),
    )
  })

  // covers: DRAFT-15, DRAFT-16
  test('reset undoes everything in one step that can itself be undone, and discard also deletes the history', () => {
    fc.assert(
      fc.property(fc.array(acts, { minLength: 1 }), (list) => {
        const drafts = after(list)
        const before = asSet(drafts.get().records.stops)
        const changed = countChanges<Town>(drafts.get().history.draft) > 0
        drafts.reset()
        expect(drafts.get().records).toEqual(town)
        if (changed) {
          drafts.undo()
          expect(asSet(drafts.get().records.stops)).toEqual(before)
        }
        drafts.discard()
        expect(drafts.get().records).toEqual(town)
        expect(drafts.get().history).toEqual({ steps: [], position: 0, draft: {} })
        drafts.undo()
        drafts.redo()
        expect(drafts.get().records).toEqual(town)
      }),
    )
  })

  test('a new edit after an undo deletes the undone steps, and edits with the same key are one step', () => {
    const drafts = createDrafts<Town>(town)
    const rename = (text: string, key?: string): void =>
      drafts.edit(`To ${text}`, { kind: 'stops', updated: [stop(1, text)] }, key)
    rename('A', 'name 1')
    rename('B', 'name 1')
    rename('C')
    expect(drafts.get().history.steps.map(({ label }) => label)).toEqual(['To B', 'To C'])
    drafts.undo()
    rename('D')
    expect(drafts.get().history.steps.map(({ label }) => label)).toEqual(['To B', 'To D'])
    drafts.scrub(1)
    rename('Church', 'name 1')
    expect(drafts.get().history).toEqual({ steps: [], position: 0, draft: { stops: new Map() } })
  })

  test('what comes of a step later joins it, below the steps done since, and is a step of its own where those changed the same', () => {
    const drafts = createDrafts<Town>(town)
    const names = () => drafts.get().records.stops.map(({ name }) => name)
    const found = (to: string) => drafts.amend('Find', { kind: 'stops', updated: [stop(1, to)] }, 'move 1')
    drafts.edit('Move', { kind: 'stops', updated: [stop(1, 'moved')] }, 'move 1')
    drafts.edit('Remove', { kind: 'stops', removed: [2] })
    drafts.edit('Restore', { kind: 'stops', added: [stop(2, 'Mill')] })
    drafts.undo()
    found('Church Street')
    expect(names()).toEqual(['Church Street', 'Quay'])
    expect(drafts.get().history.steps.map(({ label }) => label)).toEqual(['Move', 'Remove', 'Restore'])
    drafts.redo()
    expect(names()).toEqual(['Church Street', 'Mill', 'Quay'])
    drafts.scrub(0)
    expect(names()).toEqual(['Church', 'Mill', 'Quay'])
    drafts.scrub(1)
    expect(names()).toEqual(['Church Street', 'Mill', 'Quay'])
    drafts.edit('Rename', { kind: 'stops', updated: [stop(1, 'Chapel')] })
    found('Church Lane')
    drafts.undo()
    expect(names()[0]).toBe('Chapel')
  })

  test('a step keeps the same list object for kinds that it does not change', () => {
    const drafts = createDrafts<Town>(town)
    drafts.edit('Rename', { kind: 'stops', updated: [stop(1, 'Chapel')] })
    expect(drafts.get().records.routes).toBe(town.routes)
    const { stops } = drafts.get().records
    drafts.edit('Reroute', { kind: 'routes', updated: [{ id: 7, stops: [3] }] })
    expect(drafts.get().records.stops).toBe(stops)
  })
})

describe('flags and saving', () => {
  // covers: DRAFT-01..04, DRAFT-10
  test('every record has an id and flags for unsaved, to be deleted and being saved', () => {
    const drafts = createDrafts<Town>(town)
    drafts.edit('Work', {
      kind: 'stops',
      added: [stop('$new')],
      updated: [stop(1, 'Chapel')],
      removed: [2],
    })
    drafts.setSaving(true)
    expect(drafts.flagged('stops')).toEqual([
      { ...stop(1, 'Chapel'), $saved: false, $destroy: false, $loading: true },
      { ...stop(2, 'Mill'), $saved: false, $destroy: true, $loading: true },
      { ...stop(3, 'Quay'), $saved: true, $destroy: false, $loading: false },
      { ...stop('$new'), $saved: false, $destroy: false, $loading: true },
    ])
    expect([1, 2, 3, '$new'].map((id) => stateIn(draftOf(drafts), id))).toEqual([
      'updated',
      'removed',
      'saved',
      'added',
    ])
    drafts.edit('Too late', { kind: 'stops', removed: [3] })
    expect(drafts.get().records.stops.map(({ id }) => id)).toEqual([1, 3, '$new'])
  })

  // covers: DRAFT-19..23
  test('a save passes records to create, to update and to delete, without temporary ids and flags', () => {
    const drafts = createDrafts<Town>(town)
    drafts.edit('Work', { kind: 'stops', added: [stop('$new', 'Park')], updated: [stop(1, 'Chapel')], removed: [2] })
    const flagged = new Map(drafts.flagged('stops').map((one) => [one.id, one]))
    // Flags that found their way into a draft do not find theirs to the server.
    drafts.edit('With flags', { kind: 'stops', updated: [{ ...flagged.get(3)!, name: 'Pier' }] })
    expect(toSave(draftOf(drafts), ['name', 'flags'])).toEqual({
      create: [{ draft: '$new', values: { name: 'Park', flags: [] } }],
      update: [
        { record: stop(1, 'Church'), changes: { name: 'Chapel' } },
        { record: stop(3, 'Quay'), changes: { name: 'Pier' } },
      ],
      destroy: [stop(2, 'Mill')],
    })
  })

  test('applying the saved changes to the stored records gives what was on screen', () => {
    fc.assert(
      fc.property(fc.array(acts), (list) => {
        const drafts = after(list)
        const { create, update, destroy } = toSave(draftOf(drafts), ['name', 'flags'])
        const gone = new Set(destroy.map(({ id }) => id))
        const changes = new Map(update.map(({ record, changes: fields }) => [record.id, fields]))
        const server = town.stops
          .filter(({ id }) => !gone.has(id))
          .map((one) => ({ ...one, ...changes.get(one.id) }))
          .concat(create.map(({ draft, values }) => ({ ...stop(draft), ...values })))
        expect(asSet(server)).toEqual(asSet(drafts.get().records.stops))
      }),
    )
  })

  // covers: DRAFT-06, DRAFT-17
  test('a save clears the drafts of every kind', () => {
    const drafts = createDrafts<Town>(town)
    drafts.edit('Work', [
      { kind: 'stops', added: [stop('$new')] },
      { kind: 'routes', updated: [{ id: 7, stops: [1, '$new'] }] },
    ])
    const left: Diffs<Town> = drafts.get().history.draft
    expect(partsOf(left.routes!).updated).toHaveLength(1)
    const saved = { stops: [...town.stops, stop(4)], routes: [{ id: 7, stops: [1, 4] }] }
    drafts.load(saved)
    expect(drafts.get()).toMatchObject({ records: saved, base: saved, saving: false })
    expect(drafts.get().history.steps).toEqual([])
    drafts.undo()
    expect(drafts.get().records).toEqual(saved)
  })
})
