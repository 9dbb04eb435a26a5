import { ApiError, type ApiErrorEntry, type Endpoint, type NetworkError } from '@ambit/contract'
import type { Notice } from '../notifications/notice.ts'

export const API_ERROR_DECAY = 5000

/** `title or source.pointer: detail` */
export const errorLine = (entry: Pick<ApiErrorEntry, 'title' | 'detail' | 'source'>): string =>
  `${entry.title === '' ? (entry.source?.pointer ?? '') : entry.title}: ${entry.detail}`

const quietAddresses = /raw_batches|vehicle_batches/

/** The general notice of a failed call. Null: 401 signs out, 404 passes silently, batches list their own errors, a reason is asked for. */
export const apiErrorNotice = (error: ApiError | NetworkError): Notice | null => {
  if (!(error instanceof ApiError) || error.status === 401 || error.status === 404 || quietAddresses.test(error.url))
    return null
  if (error.errors.some(({ code }) => code === 'reason_needed')) return null
  return {
    // One notice per address: a poll that keeps failing does not pile up.
    key: `api:${error.url}`,
    type: 'error',
    title: 'Error fetching data from API',
    message: [`API error when trying to fetch from ${error.url}`, ...error.errors.map(errorLine)],
    decay: API_ERROR_DECAY,
  }
}

/** What is said by its own module where it fails. */
const speaksForItself: ReadonlySet<string> = new Set(['paymentMethods.list', 'discounts.lookUp'])

/**
 * Reads are announced here. A failed save belongs to its form, which shows exactly one message; a geocoder that fails
 * says so where the address is typed.
 */
export const announcesByItself = ({
  name,
  method,
  audience,
}: Pick<Endpoint, 'name' | 'method' | 'audience'>): boolean =>
  method === 'GET' && audience !== 'geo' && !speaksForItself.has(name)

const signingIn: ReadonlySet<string> = new Set([
  'sessions.create',
  'sessions.secondStep',
  'sessions.passkey',
  'sessions.sso',
])

/** A 401 signs out, except on the calls that sign in, which show their own error. */
export const signsOut = (error: ApiError | NetworkError, endpoint: Pick<Endpoint, 'name'>): boolean =>
  error instanceof ApiError && error.status === 401 && !signingIn.has(endpoint.name)
