import { expect, test } from 'vitest'
import { timetableOf } from './timetable.ts'

const halt = (location_id: number, dwell_seconds = 30) => ({ location_id, dwell_seconds })
/** The same at any time. */
const taking =
  (...seconds: number[]) =>
  (from: number): number =>
    seconds[from] ?? 0
const brief = (calls: ReturnType<typeof timetableOf>) =>
  calls.map(({ location_id, run, arrival, departure }) => [run, location_id, arrival, departure])

test('a line is driven run after run, with a halt at either end and the way back between', () => {
  const calls = timetableOf({ stops: [halt(1), halt(2), halt(3)], drive: taking(100, 100, 200), from: 0, until: 800 })
  expect(brief(calls)).toEqual([
    [1, 1, 0, 0],
    [1, 2, 100, 130],
    [1, 3, 230, 260],
    [2, 1, 460, 490],
    [2, 2, 590, 620],
    [2, 3, 720, 720],
  ])
})

test('a loop ends where it begins: one halt, and people ride through', () => {
  const calls = timetableOf({ stops: [halt(1), halt(2), halt(1)], drive: taking(100, 120, 0), from: 0, until: 570 })
  expect(brief(calls)).toEqual([
    [1, 1, 0, 0],
    [1, 2, 100, 130],
    [1, 1, 250, 280],
    [1, 2, 380, 410],
    [1, 1, 530, 530],
  ])
})

test('a window too short for one run has none, and a line without length is not driven for ever', () => {
  expect(timetableOf({ stops: [halt(1), halt(2)], drive: taking(100, 100), from: 0, until: 99 })).toEqual([])
  expect(timetableOf({ stops: [halt(1), halt(2)], drive: taking(0, 0), from: 0, until: 99 })).toEqual([])
})

test('a run at a slow hour takes longer, and the next begins later for it', () => {
  const rush = (_from: number, leaving: number): number => (leaving < 400 ? 150 : 100)
  const calls = timetableOf({ stops: [halt(1), halt(2)], drive: rush, from: 0, until: 700 })
  expect(brief(calls)).toEqual([
    [1, 1, 0, 0],
    [1, 2, 150, 180],
    [2, 1, 330, 360],
    [2, 2, 510, 510],
  ])
})
