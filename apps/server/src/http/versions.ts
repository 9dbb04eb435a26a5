import { notFound, staleRecord } from './errors.ts'

/**
 * For PATCH and DELETE: throws 404 for no record, and 409 with the record as it stands when the caller's version is
 * another one. Call it in the transaction that writes, on a row read `for update`.
 */
export const fresh = <T extends { version: number }>(current: T | undefined, version: number | null): T => {
  if (current === undefined) throw notFound()
  if (version !== null && version !== current.version) throw staleRecord(current)
  return current
}
