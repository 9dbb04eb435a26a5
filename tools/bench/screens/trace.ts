import type { Page } from '../../../e2e/chromium.ts'
import { type Figure, quantile } from '../figures/figures.ts'

/** Chromium's trace event format; times in microseconds, `tdur` only while the thread had a processor. */
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { data?: { message?: string } }
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8']
/** one turn of a thread's loop */
const TASK = 'RunTask'
/** what runs JavaScript, with the garbage collected meanwhile; one may hold another */
const SCRIPT = new Set(['FunctionCall', 'EvaluateScript', 'v8.callFunction', 'RunMicrotasks', 'v8.run'])
/** left by the page, so that its main thread is told from those of workers and other pages */
const MARK = 'ambit-bench'
const LONG_TASK_MS = 50

type MainThread = {
  seconds: number
  /** of the traced time, 0 to 1 */
  busy: number
  /** ms of each task in which the thread had a processor: without what it waited for, or lost to other programs */
  processor: readonly number[]
  script_ms: number
  /** ms of each task */
  tasks: readonly number[]
}

/** What the main thread of a page does while `during` runs, from the browser's own trace. */
export const traced = async (page: Page, during: () => Promise<void>): Promise<MainThread> => {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser of its own')
  await browser.startTracing(page, { categories: CATEGORIES })
  await page.evaluate((mark) => console.timeStamp(mark), MARK)
  await during()
  await page.evaluate((mark) => console.timeStamp(mark), MARK)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] } // Chromium's format
  return readTrace(traceEvents)
}

/** Between the first and the last mark. */
const readTrace = (events: readonly TraceEvent[]): MainThread => {
  const marks = events.filter(({ name, args }) => name === 'TimeStamp' && args?.data?.message === MARK)
  const [first, last] = [marks[0], marks.at(-1)]
  if (first === undefined || last === undefined || first === last) throw new Error('The trace has no marks of the page')
  const own = events
    .filter(
      ({ pid, tid, ts, ph }) => pid === first.pid && tid === first.tid && ph === 'X' && ts >= first.ts && ts < last.ts,
    )
    .toSorted((a, b) => a.ts - b.ts)
  const turns = own.filter(({ name }) => name === TASK)
  const tasks = turns.map(({ dur = 0 }) => dur / 1000)
  const seconds = (last.ts - first.ts) / 1_000_000
  return {
    seconds,
    tasks,
    busy: sum(tasks) / 1000 / seconds,
    processor: turns.map(({ tdur = 0 }) => tdur / 1000),
    script_ms: outermost(own.filter(({ name }) => SCRIPT.has(name))),
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** ms of events of one thread in the order of their beginnings, each moment counted once */
const outermost = (events: readonly TraceEvent[]): number => {
  let [total, until] = [0, 0]
  for (const { ts, dur = 0 } of events) {
    total += Math.max(0, ts + dur - Math.max(ts, until))
    until = Math.max(until, ts + dur)
  }
  return total / 1000
}

/** The figures that every screen has, with the most that the main thread may be busy (0 to 1). */
export const mainThreadFigures = (
  { seconds, busy, processor, script_ms, tasks }: MainThread,
  mostBusy: number | null,
): Figure[] => [
  { measure: 'main thread busy', value: busy * 100, unit: '%', target: mostBusy === null ? null : mostBusy * 100 },
  { measure: 'main thread, processor time', value: sum(processor) / 10 / seconds, unit: '%', target: null },
  { measure: 'script per second', value: script_ms / seconds, unit: 'ms', target: null },
  {
    measure: `tasks over ${LONG_TASK_MS} ms`,
    value: tasks.filter((ms) => ms > LONG_TASK_MS).length,
    unit: '',
    target: 0,
  },
  { measure: 'most processor time of a task', value: Math.max(0, ...processor), unit: 'ms', target: LONG_TASK_MS },
  { measure: 'longest task', value: Math.max(0, ...tasks), unit: 'ms', target: LONG_TASK_MS },
  { measure: 'task p99', value: quantile(tasks, 0.99), unit: 'ms', target: null },
]
