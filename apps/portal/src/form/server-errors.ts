import { ApiError, NetworkError } from '@ambit/contract'
import { OFFLINE_SAVE } from '../api/failure-text.ts'

const UNKNOWN = 'This could not be saved. Please try again.'

/** `/metadata/shift` → `metadata.shift`; a JSON pointer as a form's field name. */
export const fieldOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

/** Why fields were refused, by their JSON pointer; null: something else went wrong. For forms of few fields. */
export const refusedFields = (error: unknown): ReadonlyMap<string, string> | null =>
  error instanceof ApiError && error.status === 422
    ? new Map(error.errors.map(({ source, detail }) => [source?.pointer ?? '', detail]))
    : null

/**
 * Puts each entry of a refused save beside its field, and answers the messages that belong to none of the fields,
 * for the form as a whole.
 */
export const placeServerErrors = (
  error: unknown,
  fields: readonly string[],
  place: (field: string, message: string) => void,
): string[] => {
  if (error instanceof NetworkError) return [OFFLINE_SAVE]
  if (!(error instanceof ApiError)) return [UNKNOWN]
  const rest: string[] = []
  const placed = new Set<string>()
  for (const entry of error.errors) {
    const pointed = entry.source === undefined ? '' : fieldOf(entry.source.pointer)
    // A nested field of the record may be flat in the form, with its path written with slashes.
    const field = fields.includes(pointed) ? pointed : pointed.replaceAll('.', '/')
    if (!fields.includes(field)) rest.push(entry.detail)
    else if (!placed.has(field)) {
      placed.add(field)
      place(field, entry.detail)
    }
  }
  return rest
}
