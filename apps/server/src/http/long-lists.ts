import { setImmediate as turn } from 'node:timers/promises'
import { z } from 'zod'

type Issue = z.core.$ZodIssue

/** Longer lists and records are looked at by themselves first. */
const SHORT = 20
/** After so many ms others have their turn. */
const AT_ONCE_MS = 10
/** A refusal lists no more (`MOST_ENTRIES`). */
const ENOUGH = 200

/**
 * Looks for wrong items in the long lists of a body, with turns for others between: naming what is wrong takes far longer
 * than reading what is right, and a body has room for a million wrong items. Answers the first issues when there are
 * as many as a refusal lists; with fewer the body can be checked as a whole.
 */
export const tooManyIssues = async (schema: z.ZodType, value: unknown): Promise<readonly Issue[] | null> => {
  const found: Issue[] = []
  let since = performance.now()
  const check = async (part: Part): Promise<void> => {
    await within(part)
    found.push(...issuesOf(part))
    if (performance.now() - since < AT_ONCE_MS) return
    await turn()
    since = performance.now()
  }
  const within = async (holder: Part): Promise<void> => {
    if (typeof holder.value !== 'object' || holder.value === null) return
    // Only long lists and records are checked item by item; what is short is looked through for those in it.
    const step = isLong(holder) ? check : within
    for (const part of partsOf(holder)) {
      if (found.length >= ENOUGH) return
      await step(part)
    }
  }
  await within({ schema, value, path: [], key: null })
  return found.length >= ENOUGH ? found : null
}

type Part = { schema: z.ZodType; value: unknown; path: readonly PropertyKey[]; key: z.ZodType | null }

const issuesOf = ({ schema, value, path, key }: Part): Issue[] => {
  const wrongKey = key?.safeParse(path.at(-1)).error
  if (wrongKey !== undefined)
    return [{ code: 'invalid_key', origin: 'record', issues: wrongKey.issues, path: [...path], message: WRONG_KEY }]
  const issues = schema.safeParse(value).error?.issues ?? []
  return issues.slice(0, ENOUGH).map((issue) => ({ ...issue, path: [...path, ...issue.path] }))
}

/** as the library says it */
const WRONG_KEY = 'Invalid key in record'

const isLong = ({ schema, value }: Part): boolean =>
  Array.isArray(value)
    ? value.length > SHORT
    : unwrapped(schema) instanceof z.ZodRecord && Object.keys(value as object).length > SHORT // its callers have looked

function* partsOf({ schema, value, path }: Part): Generator<Part> {
  const holder = unwrapped(schema)
  if (holder instanceof z.ZodArray && Array.isArray(value)) {
    const item = holder.element as z.ZodType // the classic API holds classic schemas
    for (let at = 0; at < value.length; at += 1)
      yield { schema: item, value: value[at], path: [...path, at], key: null }
  } else if (holder instanceof z.ZodRecord)
    for (const [name, inner] of Object.entries(value as object))
      yield {
        schema: holder.valueType as z.ZodType,
        value: inner,
        path: [...path, name],
        key: holder.keyType as z.ZodType,
      } // as above
  else if (holder instanceof z.ZodObject)
    for (const [name, field] of Object.entries(holder.shape as Record<string, z.ZodType>))
      // as above
      yield { schema: field, value: (value as Record<string, unknown>)[name], path: [...path, name], key: null } // as above
}

/** The schema without what may be absent or stands in for it. */
const unwrapped = (schema: z.ZodType): z.ZodType => {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodLazy
  )
    return unwrapped(schema.unwrap() as z.ZodType) // the classic API holds classic schemas
  return schema instanceof z.ZodPipe ? unwrapped(schema.in as z.ZodType) : schema // as above
}
