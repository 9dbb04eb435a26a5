import { type DestinationStream, pino, stdSerializers } from 'pino'
import { spanNow } from '../context/span.ts'
import type { Logger } from '../deps.ts'

const levels = ['debug', 'info', 'warn', 'error', 'silent']

/** Writes lines of JSON to standard output. `level` is one of pino's: debug, info, warn, error, silent. */
export const createLogger = (level: string, to?: DestinationStream): Logger => {
  const options = {
    level: levels.includes(level) ? level : 'info',
    base: null,
    serializers: { err: errorFacts },
    mixin: () => {
      const span = spanNow()
      return span === null ? {} : { trace_id: span.traceId }
    },
  }
  return to === undefined ? pino(options) : pino(options, to)
}

/** What tells of a person, or opens a door, in a text that somebody else has written. */
const SECRETS = [/[^\s<>"'(=]+@[^\s<>"')]+/g, /\+?\d[\d ()/-]{7,}\d/g, /\b(?:Bearer\s+)?eyJ[\w-]+\.[\w.-]+/g]

const withoutSecrets = (text: string): string => SECRETS.reduce((left, secret) => left.replace(secret, '…'), text)

/** PostgreSQL quotes values in messages of class 22 (data exceptions), and in the details of all. */
const QUOTES_VALUES = /^22/
const DATABASE_CODE = /^[0-9A-Z]{5}$/

/** An error's kind, words and way through the code, with neither values of a statement nor addresses and numbers of people. */
const errorFacts = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  const ofDatabase = code !== null && DATABASE_CODE.test(code)
  const said = ofDatabase && QUOTES_VALUES.test(code) ? 'a value does not fit' : withoutSecrets(message)
  const fields = ofDatabase ? ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] : ['syscall', 'port']
  return {
    type,
    message: said,
    ...(code === null ? {} : { code }),
    ...Object.fromEntries(Object.entries(error).filter(([name]) => fields.includes(name))),
    stack: [said, ...(stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))].join('\n'),
  }
}
