import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyDiff, type Change, type Diff, type RecordId } from './diff.ts'
import { mergeDraft, type Side } from './merge.ts'

type Stop = { id: RecordId; version: number; name: string; note: string; hub: boolean }
const fields = ['name', 'note', 'hub'] as const

const ids = [1, 2, 3, 4]
const values = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  note: fc.constantFrom('', 'x', 'y'),
  hub: fc.boolean(),
})
/** for each record: what it becomes; null deletes it */
const doing = fc.array(fc.option(fc.option(values, { nil: undefined }), { nil: null, freq: 4 }), {
  minLength: ids.length,
  maxLength: ids.length,
})
const bases = fc.array(values, { minLength: ids.length, maxLength: ids.length })

const setUp = (base: readonly Omit<Stop, 'id' | 'version'>[]) =>
  base.map((one, index): Stop => ({ ...one, id: index + 1, version: 1 }))

type Doing = readonly (Partial<Stop> | null | undefined)[]

const mineOf = (base: readonly Stop[], doings: Doing): Diff<Stop> =>
  new Map(
    base.flatMap((from, index): [RecordId, Change<Stop>][] => {
      const what = doings[index]
      if (what === undefined) return []
      const to = what === null ? null : { ...from, ...what }
      return JSON.stringify(to) === JSON.stringify(from) ? [] : [[from.id, { from, to }]]
    }),
  )

const theirsOf = (base: readonly Stop[], doings: Doing): Stop[] =>
  base.flatMap((from, index) => {
    const what = doings[index]
    if (what === null) return []
    return [what === undefined ? from : { ...from, ...what, version: 2 }]
  })

const merge = (diff: Diff<Stop>, theirs: readonly Stop[], side: (key: string) => Side) =>
  mergeDraft({ diff, theirs, fields: [...fields], side, revive: (id) => `$again-${id}` })

test('a draft is unchanged when no other user has saved', () => {
  fc.assert(
    fc.property(bases, doing, (given, mine) => {
      const base = setUp(given)
      const diff = mineOf(base, mine)
      const merged = merge(diff, base, () => 'theirs')
      expect(merged.contests).toEqual([])
      expect(merged.diff).toEqual(diff)
    }),
  )
})

test('a merge takes the changed value of each field, and the chosen one where both users changed it', () => {
  fc.assert(
    fc.property(bases, doing, doing, fc.func(fc.constantFrom<Side>('mine', 'theirs')), (given, mine, their, choose) => {
      const base = setUp(given)
      const diff = mineOf(base, mine)
      const theirs = theirsOf(base, their)
      const { diff: left, contests } = merge(diff, theirs, choose)
      const result = new Map(applyDiff(theirs, left).map((one) => [one.id, one]))
      const contested = new Set(contests.map(({ key }) => key))
      for (const from of base) {
        const to = diff.get(from.id)?.to
        const other = theirs.find(({ id }) => id === from.id)
        const now = result.get(from.id)
        if (to === undefined) expect(now).toEqual(other)
        else if (to === null || other === undefined) {
          if (contested.has(`${from.id}`) && choose(`${from.id}`) === 'theirs') expect(now).toEqual(other)
          else expect(now).toBeUndefined()
          expect(result.has(`$again-${from.id}`)).toBe(
            to !== null && other === undefined && choose(`${from.id}`) === 'mine',
          )
        } else
          for (const field of fields) {
            const [was, own, another] = [from[field], to[field], other[field]]
            const fight = own !== was && another !== was && own !== another
            expect(contested.has(`${from.id}:${field}`)).toBe(fight)
            const wins = fight ? choose(`${from.id}:${field}`) : own === was ? 'theirs' : 'mine'
            expect(now?.[field]).toBe(wins === 'mine' ? own : another)
          }
        // What is saved next is built on what they saved.
        const change = left.get(from.id)
        if (change !== undefined) expect(change.from).toEqual(other)
      }
    }),
  )
})

test('choosing the other user’s side of every conflict leaves no change that would undo their work', () => {
  fc.assert(
    fc.property(bases, doing, doing, (given, mine, their) => {
      const base = setUp(given)
      const theirs = theirsOf(base, their)
      const { diff } = merge(mineOf(base, mine), theirs, () => 'theirs')
      const result = new Map(applyDiff(theirs, diff).map((one) => [one.id, one]))
      base.forEach((from, index) => {
        const what = their[index]
        if (what === undefined) return
        const now = result.get(from.id)
        if (what === null) expect(now).toBeUndefined()
        else for (const field of fields) if (what[field] !== from[field]) expect(now?.[field]).toBe(what[field])
      })
    }),
  )
})

test('a merge keeps records I added and does not ask about records that both users deleted', () => {
  const base = setUp([{ name: 'Mill', note: '', hub: false }])
  const added: Stop = { id: '$new', version: 0, name: 'Park', note: '', hub: true }
  const diff: Diff<Stop> = new Map<RecordId, Change<Stop>>([
    ['$new', { from: null, to: added }],
    [1, { from: base[0]!, to: null }],
  ])
  expect(merge(diff, [], () => 'mine')).toEqual({
    diff: new Map([['$new', { from: null, to: added }]]),
    contests: [],
    revived: new Map(),
  })
})

test('a record I added that was already saved becomes a change of the saved record', () => {
  const added: Stop = { id: '$new', version: 0, name: 'Park', note: 'By the gate', hub: true }
  const diff: Diff<Stop> = new Map([['$new', { from: null, to: added }]])
  const saved: Stop = { id: 7, version: 1, name: 'Park', note: '', hub: true }
  const side = (): Side => 'mine'
  const options = { diff, theirs: [saved], fields: [...fields], side, revive: () => '$again' }
  expect(mergeDraft({ ...options, savedAs: { $new: 7 } })).toEqual({
    diff: new Map([[7, { from: saved, to: { ...saved, note: 'By the gate' } }]]),
    contests: [],
    revived: new Map([['$new', 7]]),
  })
  expect(mergeDraft({ ...options, theirs: [{ ...saved, note: 'By the gate' }], savedAs: { $new: 7 } }).diff.size).toBe(
    0,
  )
  // Another user has removed it since: it is mine to add again.
  expect(mergeDraft({ ...options, theirs: [], savedAs: { $new: 7 } }).diff).toEqual(diff)
})
