import { workOutFixes } from '../exceptions/fixes/work-out.ts'
import { watchExceptions } from '../exceptions/watch/watch.ts'
import type { TestServer } from './server.ts'

/** The jobs that judge what runs and work fixes out, as a process that has just started has them. */
export const judging = ({ deps }: TestServer) => {
  const job = watchExceptions()
  const never = new AbortController().signal
  return { watch: () => job.run(deps, never), workOut: () => workOutFixes.run(deps, never) }
}
