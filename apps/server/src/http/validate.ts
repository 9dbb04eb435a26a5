import type { z } from 'zod'
import { MAX_ID, parseQuery } from '@ambit/contract'
import { type FieldError, invalid, notFound } from './errors.ts'
import { tooManyIssues } from './long-lists.ts'

/** A path parameter that no record can have reads as "none such". */
export const parseParams = <S extends z.ZodType>(schema: S, params: unknown): z.output<S> => {
  const parsed = schema.safeParse(params)
  if (!parsed.success || hasHugeNumber(parsed.data) || pathOf(params, '', unstorable) !== null) throw notFound()
  return parsed.data
}

export const parseQueryText = <S extends z.ZodType>(schema: S, url: string): z.output<S> => {
  const at = url.indexOf('?')
  const query = parseQuery(at === -1 ? '' : url.slice(at + 1))
  return parse(schema, query, '/query')
}

export const parseBody = async <S extends z.ZodType>(schema: S, body: unknown): Promise<z.output<S>> => {
  const issues = await tooManyIssues(schema, body)
  if (issues !== null) throw invalid(fieldErrors(issues, ''))
  return parse(schema, body, '')
}

/**
 * For PATCH: only what the caller sent. A default of the schema would otherwise set back a field that was not sent,
 * as zod fills in defaults of optional fields too.
 */
export const onlyGiven = (parsed: unknown, sent: unknown): unknown => {
  if (!isPlain(parsed) || !isPlain(sent)) return parsed
  return Object.fromEntries(
    Object.entries(parsed)
      .filter(([key]) => Object.hasOwn(sent, key))
      .map(([key, value]) => [key, onlyGiven(value, sent[key])]),
  )
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value at this place of a body. */
export const parse = <S extends z.ZodType>(schema: S, value: unknown, prefix: string): z.output<S> => {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalid(fieldErrors(parsed.error.issues, prefix))
  const text = pathOf(value, prefix, unstorable)
  if (text !== null) throw invalid([{ pointer: text, detail: 'This text contains a character that cannot be stored' }])
  return parsed.data
}

/** One entry per field: the first rule that it breaks. */
const fieldErrors = (issues: readonly z.core.$ZodIssue[], prefix: string): FieldError[] => {
  const fields = new Map<string, string>()
  for (const issue of issues) {
    const pointer = [prefix, ...issue.path.map(escapePointer)].join('/')
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => `${pointer}/${escapePointer(key)}`) : [pointer]
    for (const path of paths) if (!fields.has(path)) fields.set(path, messageOf(issue))
  }
  return [...fields].map(([pointer, detail]) => ({ pointer, detail }))
}

const messageOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'unrecognized_keys') return 'There is no such field'
  return issue.message.replace(/^Invalid input: expected (\w+), received undefined$/, 'This field is required')
}

const escapePointer = (part: PropertyKey): string => String(part).replaceAll('~', '~0').replaceAll('/', '~1')

/** PostgreSQL's text holds neither U+0000 nor half of a surrogate pair. */
const unstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed()

/** Throws 422 at the text that holds a control character; lines may end in it. */
export const refuseControls = (body: unknown): void => {
  const text = pathOf(body, '', (inner) => /[^\P{Cc}\n\r]/u.test(inner))
  if (text !== null) throw invalid([{ pointer: text, detail: 'This text contains a character that cannot be used' }])
}

/** Where the first text or name of a field lies that is bad. */
const pathOf = (value: unknown, path: string, bad: (text: string) => boolean): string | null => {
  if (typeof value === 'string') return bad(value) ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = bad(key) ? path : pathOf(inner, `${path}/${escapePointer(key)}`, bad)
    if (found !== null) return found
  }
  return null
}

/** No record is nested as deeply. Deeper bodies would end in an overflow of the stack, of ours or a library's. */
const DEEPEST = 64

/** By level, without recursion. */
export const nestedTooDeeply = (value: unknown): boolean => {
  const isHolder = (inner: unknown): inner is object => typeof inner === 'object' && inner !== null
  let level = [value].filter(isHolder)
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    if (level.length === 0) return false
    level = level.flatMap((holder) => Object.values(holder).filter(isHolder))
  }
  return true
}

const hasHugeNumber = (params: unknown): boolean =>
  typeof params === 'object' &&
  params !== null &&
  Object.values(params).some((value) => typeof value === 'number' && value > MAX_ID)
