import { Worker } from 'node:worker_threads'
import { notReady } from '../http/errors.ts'
import { type AreaFault, areaFaults, type DrawnArea } from './faults.ts'

/** Areas of so many corners together are checked within milliseconds, however they lie. */
const FEW_CORNERS = 300
/** Boundaries of cities take a tenth of a second. What takes as long as this was drawn to take long. */
const DEADLINE_MS = 3000
const MEMORY_MB = 256
/** One thread at a time, for the others of the process; so many wait for it. */
const MOST_WAITING = 10

const cornersOf = ({ coordinates }: DrawnArea): number => coordinates.reduce((sum, ring) => sum + ring.length, 0)

/**
 * `areaFaults`, which takes the square of the corners at worst, where no request waits for it: areas of many corners
 * are checked on a thread of its own, one after the other, and are refused as too complex after the deadline.
 * Throws 503 while many wait.
 */
export const checkAreas = async (areas: readonly DrawnArea[]): Promise<readonly AreaFault[]> => {
  if (areas.every(({ pointer }) => pointer === null)) return []
  if (areas.reduce((sum, area) => sum + cornersOf(area), 0) <= FEW_CORNERS) return areaFaults(areas)
  if (waiting >= MOST_WAITING) throw notReady('Other areas are being checked. Please try again in a moment')
  waiting += 1
  const checked = last.then(() => checkOnThread(areas))
  last = checked.catch(() => undefined).finally(() => (waiting -= 1))
  return checked
}

// Of the process, as its processors are.
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

const checkOnThread = async (areas: readonly DrawnArea[]): Promise<readonly AreaFault[]> => {
  const { promise, resolve, reject } = Promise.withResolvers<readonly AreaFault[]>()
  const worker = new Worker(new URL('./faults-worker.ts', import.meta.url), {
    workerData: areas,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  let timer: NodeJS.Timeout | undefined
  worker.on('message', (message: 'ready' | readonly AreaFault[]) => {
    if (message !== 'ready') resolve(message)
    else timer = setTimeout(() => resolve(tooIntricate(areas)), DEADLINE_MS)
  })
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(tooIntricate(areas)) : reject(error),
  )
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** At the changed area with the most corners. */
const tooIntricate = (areas: readonly DrawnArea[]): AreaFault[] => {
  const [largest] = areas.filter(({ pointer }) => pointer !== null).toSorted((a, b) => cornersOf(b) - cornersOf(a))
  const detail = 'This area is too complex to be checked. Simplify its outline'
  return [{ pointer: largest?.pointer ?? '', title: 'Service area', detail, points: [] }]
}
