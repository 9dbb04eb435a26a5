export type ExtractErrorCode = 'not_found' | 'empty' | 'not_pbf' | 'truncated' | 'no_roads' | 'disk_full'

/** Why an extract cannot be used; the message is one sentence for the person who started the import. */
export class ExtractError extends Error {
  readonly code: ExtractErrorCode

  constructor(code: ExtractErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ExtractError'
    this.code = code
  }
}

/** The code of a Node.js system error such as ENOENT, or '' for anything else. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Turns "no space left" and "quota exceeded" into their own sentence; any other error passes unchanged. */
export const explainWriteError = (error: unknown, folder: string): unknown => {
  const code = systemCode(error)
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new ExtractError('disk_full', `The disk is full: there is no room for the street data in ${folder}.`, {
        cause: error,
      })
    : error
}
