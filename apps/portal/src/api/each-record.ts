import { ApiError, NetworkError } from '@ambit/contract'
import { explainedOnce } from './reasoned-calls.ts'

/** So many calls are on their way at once: a browser opens no more connections to one server. */
const AT_ONCE = 6

type Refused<R> = { record: R; error: ApiError }

/**
 * Bulk update and bulk delete: one call per record. All are made; when any fails, the whole fails, with one entry for
 * each record that was refused, led in by its name. It carries no newer record: a conflict is not settled for many at
 * once.
 */
export const eachRecord = async <R>(
  records: readonly R[],
  nameOf: (record: R) => string,
  call: (record: R) => Promise<unknown>,
): Promise<void> => {
  const refused: Refused<R>[] = []
  const waiting = [...records]
  const work = async (): Promise<void> => {
    for (let record = waiting.shift(); record !== undefined; record = waiting.shift())
      try {
        await call(record)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error instanceof NetworkError ? error : new Error(String(error))
        refused.push({ record, error })
      }
  }
  await explainedOnce(() => Promise.all(Array.from({ length: Math.min(AT_ONCE, records.length) }, work)))
  const [first] = refused
  if (first === undefined) return
  throw new ApiError(first.error.status, first.error.url, {
    errors: refused.flatMap(({ record, error }) =>
      error.errors.map(({ source: _field, ...entry }) => ({ ...entry, detail: `${nameOf(record)}: ${entry.detail}` })),
    ),
    request_id: first.error.requestId,
  })
}
