import type { Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Ending } from '../deps.ts'

/** Stops within so many milliseconds, or leaves what hangs to the end of the process. Answers the exit code. */
export const stopWithin = async (
  milliseconds: number,
  stop: () => Promise<void>,
  say: (sentence: string) => void,
): Promise<0 | 1> => {
  const late = setTimeout(milliseconds, 'late' as const)
  try {
    if ((await Promise.race([stop(), late])) !== 'late') return 0
    say(
      `Jobs, requests or the database did not end within ${milliseconds / 1000} seconds: the process ends without them.`,
    )
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
  return 1
}

/**
 * Says that the process is going down, so that a balancer sends new requests elsewhere; after a while takes no more
 * connections and ends the streams; then waits for the requests that run.
 */
export const leave = async (
  server: Pick<Server, 'close'>,
  ending: Ending,
  { drainMs, requestsMs }: { drainMs: number; requestsMs: number },
): Promise<void> => {
  ending.announced.abort()
  if (drainMs > 0) await setTimeout(drainMs)
  ending.begun.abort()
  const idle = new Promise((done) => server.close(done))
  await Promise.race([idle, setTimeout(requestsMs, null, { ref: false })])
}
