import { ApiError, type ErrorCode } from '@ambit/contract'

/** Why a call did nothing. `silent`: no answer, or one that says the server cannot work now; it may have done it. */
export type Trouble = {
  kind: 'refused' | 'silent'
  code: ErrorCode | null
  /** in the server's words; null: there was no answer */
  message: string | null
  /** what is wrong with a field, by its JSON pointer in what was sent */
  fields: ReadonlyMap<string, string>
  meta: Record<string, unknown>
}

/** 503 is an answer for those who wait for a code: the server says whom to call. */
const isSilent = (status: number): boolean => status >= 500 && status !== 503

export const troubleOf = (error: unknown): Trouble => {
  if (!(error instanceof ApiError)) return { kind: 'silent', code: null, message: null, fields: new Map(), meta: {} }
  const { status, errors, meta = {} } = error
  const fields = new Map(errors.flatMap(({ source, detail }) => (source ? [[source.pointer, detail] as const] : [])))
  const general = errors.find(({ source }) => source === undefined) ?? errors[0]
  return {
    kind: isSilent(status) ? 'silent' : 'refused',
    code: general?.code ?? null,
    message: general?.detail ?? null,
    fields,
    meta,
  }
}
