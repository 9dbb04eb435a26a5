import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import type { Clock, Logger, Tracing } from '../deps.ts'

/** Null, with nothing loaded, where there is no collector. */
export const startTracing = async (
  { tracing, version }: Pick<Config, 'tracing' | 'version'>,
  tools: { log: Logger; clock: Clock },
): Promise<Tracing> => {
  if (tracing === null) return null
  const { openTracing } = await import('../observe/tracing.ts')
  const { endpoint, share, service: name } = tracing
  return openTracing({ endpoint, share, service: { name, version, instance: `${hostname()} ${process.pid}` } }, tools)
}
