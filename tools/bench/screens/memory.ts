import type { Page } from '../../../e2e/chromium.ts'
import type { Figure } from '../figures/figures.ts'

/** What a page holds once its garbage is collected. */
export type Memory = { heap_mb: number; nodes: number; listeners: number }

export const readMemory = async (page: Page): Promise<Memory> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const metric = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? 0
  return { heap_mb: usedSize / 1_000_000, nodes: metric('Nodes'), listeners: metric('JSEventListeners') }
}

/** Answers that no screen shows any longer are kept for five minutes. */
const SETTLED_AFTER = 6
/** MB an hour that a page in use all day may grow by */
const GROWTH_AT_MOST = 1

/** One reading a minute. */
export const memoryFigures = (readings: readonly Memory[]): Figure[] => {
  const settled = readings.slice(SETTLED_AFTER)
  const [first, last] = [readings[0], readings.at(-1)]
  if (first === undefined || last === undefined) return []
  return [
    { measure: 'memory at first', value: first.heap_mb, unit: 'MB', target: null },
    { measure: 'memory at last', value: last.heap_mb, unit: 'MB', target: null },
    ...(settled.length < 2 ? [] : growthFigures(settled)),
  ]
}

const growthFigures = (readings: readonly Memory[]): Figure[] => {
  const anHour = (of: keyof Memory): number => slope(readings.map((reading) => reading[of])) * 60
  return [
    { measure: 'memory growth an hour', value: anHour('heap_mb'), unit: 'MB', target: GROWTH_AT_MOST },
    { measure: 'nodes growth an hour', value: anHour('nodes'), unit: '', target: null },
    { measure: 'listeners growth an hour', value: anHour('listeners'), unit: '', target: null },
  ]
}

/** How much evenly spaced values rise from one to the next: of the straight line with the least squares. */
const slope = (values: readonly number[]): number => {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((total, value) => total + value, 0) / values.length
  const rise = values.reduce((total, value, at) => total + (at - middle) * (value - mean), 0)
  return rise / values.reduce((total, _value, at) => total + (at - middle) ** 2, 0)
}
