import { expect, test } from 'vitest'
import { byUrgency } from './kinds.ts'

const same = {
  id: 1,
  kind: 'promise_at_risk',
  severity: 'soon',
  harm_at: '2026-11-23T09:00:00Z',
  people: 2,
  wheelchairs: 0,
  opened_at: '2026-11-23T08:00:00Z',
} as const

// covers: EXC-44
test('exceptions are ordered by severity, harm, people, wheelchair users, age and id, each before the next', () => {
  const ordered = [
    { ...same, id: 9, severity: 'urgent', harm_at: null, people: 0 } as const,
    { ...same, id: 8, harm_at: '2026-11-23T08:30:00Z', people: 1 },
    { ...same, id: 7, people: 3 },
    { ...same, id: 6, wheelchairs: 1, opened_at: '2026-11-23T08:20:00Z' },
    { ...same, id: 5, opened_at: '2026-11-23T07:59:00Z' },
    same,
    { ...same, id: 2 },
    { ...same, id: 0, harm_at: null, people: 9 },
    { ...same, id: -1, severity: 'watch', harm_at: '2026-11-23T08:00:00Z' } as const,
  ]
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  expect(ids(ordered.toReversed().toSorted(byUrgency))).toEqual(ids(ordered))
  expect(ids([...ordered.slice(4), ...ordered.slice(0, 4)].toSorted(byUrgency))).toEqual(ids(ordered))
})
