import { expect, test } from 'vitest'
import { timetableAround, timetableOf } from './timetable.ts'

const halt = (location_id: number, dwell_seconds = 30) => ({ location_id, dwell_seconds })
/** Driving times that are the same at any hour. */
const taking =
  (...seconds: number[]) =>
  (from: number): number =>
    seconds[from] ?? 0
const brief = (calls: readonly ReturnType<typeof timetableOf>[number][]) =>
  calls.map(({ location_id, run, arrival, departure }) => [run, location_id, arrival, departure])

test('a line is driven run after run, with a dwell at either end and the way back between', () => {
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

test('a loop has one dwell where it ends and begins, and passengers stay on board', () => {
  const calls = timetableOf({ stops: [halt(1), halt(2), halt(1)], drive: taking(100, 120, 0), from: 0, until: 570 })
  expect(brief(calls)).toEqual([
    [1, 1, 0, 0],
    [1, 2, 100, 130],
    [1, 1, 250, 280],
    [1, 2, 380, 410],
    [1, 1, 530, 530],
  ])
})

test('a window too short for a run has none, and a route without length does not repeat endlessly', () => {
  expect(timetableOf({ stops: [halt(1), halt(2)], drive: taking(100, 100), from: 0, until: 99 })).toEqual([])
  expect(timetableOf({ stops: [halt(1), halt(2)], drive: taking(0, 0), from: 0, until: 99 })).toEqual([])
})

test('a run at a slow hour takes longer, and the next one begins later', () => {
  const rush = (_from: number, leaving: number): number => (leaving < 400 ? 150 : 100)
  const calls = timetableOf({ stops: [halt(1), halt(2)], drive: rush, from: 0, until: 700 })
  expect(brief(calls)).toEqual([
    [1, 1, 0, 0],
    [1, 2, 150, 180],
    [2, 1, 330, 360],
    [2, 2, 510, 510],
  ])
})

const line = { stops: [halt(1), halt(2), halt(3)], drive: taking(100, 100, 200), from: 0, until: 2000 }
const laidAround = (timetable: Parameters<typeof timetableAround>[0], rest: Parameters<typeof timetableAround>[1]) => {
  const laid = timetableAround(timetable, rest)
  if (!('pause' in laid)) throw new Error('No run ends in time')
  return laid
}

test('a break follows the first run that ends in its window, and the next run begins after the way back', () => {
  // Runs end, after their dwell, at 260, 750 and 1240, and the last one, without a dwell, at 1700.
  const { before, pause, after } = laidAround(line, { seconds: 300, from: 600, until: 1200, back: 200 })
  expect(brief(before.slice(-1))).toEqual([[2, 3, 720, 750]])
  expect(pause).toEqual({ location_id: 3, begin: 750, end: 1050 })
  expect(brief(after).slice(0, 3)).toEqual([
    [3, 1, 1250, 1280],
    [3, 2, 1380, 1410],
    [3, 3, 1510, 1540],
  ])
})

test('where the next run would end too late for the break, the driver waits at the end of the one before', () => {
  const { before, pause } = laidAround(line, { seconds: 300, from: 300, until: 900, back: 200 })
  expect([before.at(-1)?.run, pause.begin, pause.end]).toEqual([1, 300, 600])
})

test('no passenger stays on board during a break between two rounds of a loop', () => {
  const loop = { stops: [halt(1), halt(2), halt(1)], drive: taking(100, 120, 0), from: 0, until: 1400 }
  const { before, pause, after } = laidAround(loop, { seconds: 200, from: 500, until: 800, back: 200 })
  expect(brief(before.slice(-2))).toEqual([
    [1, 2, 380, 410],
    [1, 1, 530, 560],
  ])
  expect(pause).toEqual({ location_id: 1, begin: 560, end: 760 })
  expect(brief(after).slice(0, 2)).toEqual([
    [2, 1, 760, 760],
    [2, 2, 860, 890],
  ])
})

test('where no run ends in time, the timetable answers from when the break would fit into the schedule', () => {
  expect(timetableAround(line, { seconds: 300, from: 0, until: 400, back: 200 })).toEqual({
    fits: [260, 750, 1240, 1700],
  })
  expect(timetableAround(line, { seconds: 900, from: 0, until: 400, back: 200 })).toEqual({ fits: [260, 750] })
})
