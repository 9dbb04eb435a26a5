import { Worker } from 'node:worker_threads'

/** What a thread of its own makes of `input`: a large document takes seconds. `what` names it where it is not made. */
export const onThread = async <T>(
  thread: URL,
  input: unknown,
  { what, ms, signal }: { what: string; ms: number; signal: AbortSignal },
): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const goingDown = (): Error => new Error(`${what} was not finished: the server is going down`)
  if (signal.aborted) throw goingDown()
  const worker = new Worker(thread, { workerData: input })
  const stop = (): void => reject(goingDown())
  const timer = setTimeout(() => reject(new Error(`${what} took too long to make`)), ms)
  signal.addEventListener('abort', stop)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error(`${what} was not finished: its thread ended`)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
