import { z } from 'zod'

/**
 * The list grammar: `page` from 1, `per_page` default 25 and at most 1000, `search`,
 * `sort=-created_at`, `filter[key]=a,b`. Nested keys travel as brackets (API-17).
 */
export const DEFAULT_PER_PAGE = 25
export const MAX_PER_PAGE = 1000

type Plain = string | number | boolean | null | undefined
export type QueryValue = Plain | readonly QueryValue[] | { readonly [key: string]: QueryValue }

const commaSeparated = z
  .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])
  .transform((value) =>
    [value]
      .flat()
      .flatMap((part) => String(part).split(','))
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

/** `filter[zone]=1,2` as numbers; anything else is refused with the offending text. */
export const idList = commaSeparated.pipe(z.array(z.coerce.number<string>().int().positive()))
export const textList = commaSeparated
/** `filter[date_range]=2026-11-20T00:00:00Z,2026-11-21T00:00:00Z` */
export const timeRange = commaSeparated.pipe(
  z.tuple([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true })]),
)

export const listQuery = <F extends z.ZodRawShape>(filters: F, sortable: readonly string[]) =>
  z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(DEFAULT_PER_PAGE),
    search: z.string().trim().max(200).default(''),
    sort: z
      .string()
      .refine((value) => sortable.includes(value.replace(/^-/, '')), {
        error: `Sort by one of: ${sortable.join(', ')}`,
      })
      .optional(),
    filter: z.strictObject(filters).partial().optional(),
  })

/** `{ filter: { zone: [1, 2] } }` → `filter[zone]=1,2`; undefined, null and empty lists are left out. */
export const serializeQuery = (query: { readonly [key: string]: QueryValue }): string => {
  const pairs = new URLSearchParams()
  const append = (key: string, value: QueryValue): void => {
    if (value === undefined || value === null || value === '') return
    if (typeof value !== 'object') pairs.append(key, String(value))
    else if (isList(value)) {
      if (value.length > 0) pairs.append(key, value.map(String).join(','))
    } else for (const [inner, deeper] of Object.entries(value)) append(`${key}[${inner}]`, deeper)
  }
  for (const [key, value] of Object.entries(query)) append(key, value)
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}

const isList = (
  value: readonly QueryValue[] | { readonly [key: string]: QueryValue },
): value is readonly QueryValue[] => Array.isArray(value)

export type ParsedQuery = { [key: string]: string | string[] | ParsedQuery }

/** The reverse: bracket keys become nested objects; repeated keys become lists. Depth is limited to 4. */
export const parseQuery = (text: string): ParsedQuery => {
  const result: ParsedQuery = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/[[\]]+/).filter((part) => part !== '')
    if (path.length === 0 || path.length > 4) continue
    let node = result
    for (const part of path.slice(0, -1)) {
      const next = node[part]
      node = typeof next === 'object' && !Array.isArray(next) ? next : (node[part] = Object.create(null) as ParsedQuery) // a fresh object without a prototype
    }
    const last = path[path.length - 1]!
    const before = node[last]
    node[last] =
      before === undefined
        ? value
        : typeof before === 'string'
          ? [before, value]
          : Array.isArray(before)
            ? [...before, value]
            : value
  }
  return result
}
