import { pino, stdSerializers } from 'pino'
import type { Logger } from '../deps.ts'

/** Lines of JSON on standard output. `level` as pino has it: debug, info, warn, error, silent. */
export const createLogger = (level: string): Logger =>
  pino({
    level: ['debug', 'info', 'warn', 'error', 'silent'].includes(level) ? level : 'info',
    base: null,
    serializers: { err: stdSerializers.err },
  })
