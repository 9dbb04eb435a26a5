import { pino, stdSerializers } from 'pino'
import type { Logger } from '../deps.ts'

/** Writes lines of JSON to standard output. `level` is one of pino's: debug, info, warn, error, silent. */
export const createLogger = (level: string): Logger =>
  pino({
    level: ['debug', 'info', 'warn', 'error', 'silent'].includes(level) ? level : 'info',
    base: null,
    serializers: { err: stdSerializers.err },
  })
