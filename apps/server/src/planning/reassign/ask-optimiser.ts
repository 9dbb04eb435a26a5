import type { Solution } from '@ambit/engine'
import { inSpan } from '../../context/span.ts'
import type { Deps } from '../../deps.ts'
import { OptimiserFailed } from './optimiser.ts'
import type { SolveTask } from './problem-transfer.ts'

/** The optimiser's solution for a zone; null where it failed, which is as if it had found nothing better. */
export const askOptimiser = async (
  { planning, log, clock, measures }: Deps,
  zoneId: number,
  task: Omit<SolveTask, 'id'>,
): Promise<Solution | null> => {
  const began = clock.monotonic()
  try {
    const solution = await inSpan('optimiser', { zone_id: zoneId }, () => planning.optimiser.ask(task))
    measures.optimised((clock.monotonic() - began) / 1000)
    return solution
  } catch (error) {
    if (!(error instanceof OptimiserFailed)) throw error
    log.error({ err: error, zone_id: zoneId }, 'the optimiser failed')
    return null
  }
}
