import { Worker } from 'node:worker_threads'
import type { PackInput, RenderedPack } from './pack.ts'

/** Ten times what 5,000 bookings take. */
const DEADLINE_MS = 120_000

/** The files of a pack, made on a thread of its own: a large region takes seconds. */
export const render = async (input: PackInput, signal: AbortSignal): Promise<RenderedPack> => {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPack>()
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { workerData: input })
  const stop = (): void => reject(new Error('The pack was not finished: the server is going down'))
  const timer = setTimeout(() => reject(new Error('The pack took too long to make')), DEADLINE_MS)
  signal.addEventListener('abort', stop)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('The thread that makes packs ended')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
