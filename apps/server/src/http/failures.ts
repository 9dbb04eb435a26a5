import type { ErrorEnvelope } from '@ambit/contract'
import type { Span } from '../context/span.ts'
import { isDiskFull } from '../database/disk.ts'
import type { Logger } from '../deps.ts'
import {
  conflict,
  HttpError,
  internal,
  inUse,
  invalid,
  notFound,
  notReady,
  tooLarge,
  unreadable,
  unsupportedType,
} from './errors.ts'

/** What was thrown, as the refusal that the caller gets. An unexpected error is logged and its text stays inside. */
export const refusalOf = (error: unknown, log: Logger, requestId: string): HttpError => {
  if (error instanceof HttpError) return error
  const refusal = fromDatabase(error) ?? fromFastify(error)
  if (refusal?.status === 503) log.warn({ request_id: requestId, err: error }, 'the database did not answer')
  if (refusal !== null) return refusal
  log.error({ request_id: requestId, err: error }, 'request failed')
  return internal()
}

/** What a person who reports it can name: the request, and its trace where there is one. */
type Asked = { id: string; span?: Span | null }

export const envelopeOf = (error: HttpError, { id, span }: Asked): ErrorEnvelope => ({
  errors: [...error.errors],
  request_id: id,
  ...(span == null ? {} : { trace_id: span.traceId }),
  ...(error.meta === undefined ? {} : { meta: error.meta }),
})

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

const fromFastify = (error: unknown): HttpError | null => {
  const code = codeOf(error)
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge()
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedType()
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return unreadable('The body is not valid JSON')
    case 'FST_ERR_BAD_URL':
      return unreadable('The address cannot be read')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound()
  }
  return null
}

const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P03', '53300']

/** What the client says without a code when the connection goes under a query, or has gone while it was idle. */
const CONNECTION_LOST = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** A statement, a lock or a transaction that took too long, in the server's words and in the client's. */
const late = ['57014', '55P03', '25P03']
const LATE = /^(Query read timeout|timeout exceeded when trying to connect|timeout expired)/

type DatabaseError = { code: string; table?: string; constraint?: string; detail?: string }

export const DISK_FULL = 'The disk of the server is full: nothing can be saved until there is room again'

/** The database's own rules are the last word; they read like those of a form. */
const fromDatabase = (error: unknown): HttpError | null => {
  if (isDiskFull(error)) return notReady(DISK_FULL)
  const code = codeOf(error)
  const text = code === '' && error instanceof Error ? error.message : ''
  if (CONNECTION_LOST.test(text) || unreachable.includes(code))
    return notReady('The database cannot be reached. Please try again in a moment')
  if (LATE.test(text) || late.includes(code))
    return notReady('The database did not answer in time. Please try again in a moment')
  if (!/^[0-9A-Z]{5}$/.test(code)) return null
  const { table = '', constraint = '', detail = '' } = error as DatabaseError // pg's own error: the code has its form
  const field = fieldOf(table, constraint)
  switch (code) {
    case '23505':
      return invalid([{ pointer: `/${field}`, detail: takenMessage(field) }])
    case '23503':
      return detail.includes('still referenced') ? inUse(referenceMessage(detail)) : invalid([missing(field)])
    case '23001':
      return inUse(referenceMessage(detail))
    case '23514':
      return invalid([{ pointer: '', detail: 'These values cannot be combined' }])
    // Two transactions that wait for each other: one of them is aborted.
    case '40P01':
    case '40001':
      return conflict('This was changed at the same moment. Please try again')
    case '22003':
      return invalid([{ pointer: '', detail: 'A number is too large' }])
    case '22007':
    case '22008':
      return invalid([{ pointer: '', detail: 'A date or time is out of range' }])
    case '22021':
      return invalid([{ pointer: '', detail: 'A text contains a character that cannot be stored' }])
  }
  return null
}

export const takenMessage = (field: string): string => `This ${field.replaceAll('_', ' ')} is already taken`

const missing = (field: string) => ({ pointer: `/${field}`, detail: 'There is no such record' })

/** `drivers_email` and `zones_region_id_fkey` end in the column's name. */
const fieldOf = (table: string, constraint: string): string =>
  constraint.replace(new RegExp(`^${table}_`), '').replace(/_(fkey|key)$/, '')

const referenceMessage = (detail: string): string => {
  const table = /from table "(\w+)"/.exec(detail)?.[1]?.replaceAll('_', ' ') ?? 'other records'
  return `It is still used by ${table}`
}
