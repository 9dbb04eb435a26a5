import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'

type ListOptions = { page: number; per_page: number; sort?: string | undefined }

/** What a list may be sorted by: the contract's word → SQL. What is never null can be read from an index either way. */
export type Sortable = Readonly<Record<string, RawBuilder<unknown> | { neverNull: RawBuilder<unknown> }>>

/**
 * One page of a query with the count of all. Sorted by `sort` (a leading minus turns it round), then by id, so that
 * pages never overlap. Without a sort: the newest first.
 */
export const listed = async <D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  { page, per_page, sort }: ListOptions,
  sortable: Sortable,
  id: RawBuilder<unknown> = sql.ref('id'),
): Promise<{ data: O[]; meta: { total: number; total_count: number } }> => {
  // The generic row type does not survive clearSelect: what is left is the one column.
  const counting = query.clearSelect().select(sql<number>`count(*)`.as('total')) as SelectQueryBuilder<
    D,
    T,
    { total: number }
  >
  const [count] = await counting.execute()
  const total = count?.total ?? 0
  const meta = { total, total_count: total }
  const before = (page - 1) * per_page
  if (before >= total) return { data: [], meta }
  const descending = sort?.startsWith('-') ?? true
  const by = sort === undefined ? undefined : sortable[sort.replace(/^-/, '')]
  const inOrder = (from: 'front' | 'back') => {
    const direction = (from === 'front') === descending ? sql`desc` : sql`asc`
    const nulls = from === 'front' ? sql`nulls last` : sql`nulls first`
    const order =
      by === undefined ? null : 'neverNull' in by ? sql`${by.neverNull} ${direction}` : sql`${by} ${direction} ${nulls}`
    const sorted = order === null ? query : query.orderBy(order)
    return sorted.orderBy(sql`${id} ${direction}`)
  }
  const size = Math.min(per_page, total - before)
  const after = total - before - size
  if (before <= after) return { data: await inOrder('front').limit(size).offset(before).execute(), meta }
  // Beyond the middle the page is read from the back: the last one is as quick as the first.
  const data = await inOrder('back').limit(size).offset(after).execute()
  return { data: data.toReversed(), meta }
}

/** Text columns sort without case. */
export const byText = (...columns: string[]): Readonly<Record<string, RawBuilder<unknown>>> =>
  Object.fromEntries(columns.map((column) => [column.replace(/^.*\./, ''), sql`lower(${sql.ref(column)})`]))

/** The same for columns that are never null. */
export const byRequiredText = (...columns: string[]): Sortable =>
  Object.fromEntries(Object.entries(byText(...columns)).map(([word, by]) => [word, { neverNull: by }]))

export const byValue = (...columns: string[]): Sortable =>
  Object.fromEntries(columns.map((column) => [column.replace(/^.*\./, ''), sql.ref(column)]))

/** SQL: `= any(…)` of a filter's list, which may name nothing: `in ()` is no SQL. */
export const anyOf = <T>(list: readonly T[]): RawBuilder<T> => sql<T>`any(${list})`

/** Every word of the search is somewhere in the columns; a word may be a part of one, and none is in no column. For tables that stay small. */
export const matches = (search: string, columns: readonly string[]): RawBuilder<SqlBool> => {
  const texts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`)
  const text = columns.length === 0 ? sql`''` : sql.join(texts, sql` || ' ' || `)
  return everyWord(search, (pattern) => sql`(${text}) ilike ${pattern}`)
}

/**
 * The same over a generated `search_text`, in lower case and indexed by trigrams: for tables that grow. Telephone numbers
 * stand there as digits too, and are found however they are typed.
 */
export const matchesText = (
  search: string,
  text: RawBuilder<unknown> = sql.ref('search_text'),
): RawBuilder<SqlBool> => {
  const has = (pattern: string): RawBuilder<SqlBool> => sql<SqlBool>`${text} like lower(${pattern})`
  const words = everyWord(search, has)
  const phone = phoneIn(search)
  if (phone === null) return words
  const numbers = sql.join(
    phone.numbers.map((digits) => has(`%${digits}%`)),
    sql` or `,
  )
  return sql<SqlBool>`(${words} or (${everyWord(phone.rest, has)} and (${numbers})))`
}

const PHONE = /(?<![\p{L}\d])\+?\(?\d[\d\s()./-]{4,}\d(?![\p{L}\d])/u
const FEWEST_DIGITS = 6
/** digits of a country's code */
const COUNTRY = [1, 2, 3]

/**
 * A telephone number in a typed text: what its digits are wherever it is stored, with or without the code of a country or
 * the zero before an area, and the text without it. `0445 984 907` → `445984907`; null without a number of six digits.
 */
export const phoneIn = (search: string): { numbers: string[]; rest: string } | null => {
  const typed = PHONE.exec(search)?.[0]
  if (typed === undefined) return null
  const digits = typed.replaceAll(/\D/g, '')
  if (digits.length < FEWEST_DIGITS) return null
  const rest = search.replace(typed, ' ')
  const international = typed.startsWith('+') || digits.startsWith('00')
  const plain = digits.replace(/^0+/, '')
  if (plain.length < FEWEST_DIGITS) return null
  const national = international ? COUNTRY.map((code) => plain.slice(code).replace(/^0/, '')) : []
  return { numbers: [plain, ...national.filter((number) => number.length > FEWEST_DIGITS)], rest }
}

export const everyWord = (search: string, holds: (pattern: string) => RawBuilder<unknown>): RawBuilder<SqlBool> => {
  const words = search
    .split(/\s+/)
    .filter((word) => word !== '')
    .toSorted(rarerFirst)
  if (words.length === 0) return sql<SqlBool>`true`
  return sql<SqlBool>`(${sql.join(
    words.map((word) => holds(`%${literally(word)}%`)),
    sql` and `,
  )})`
}

/** Rows are asked for the words in this order, until one is missing: numbers are rarer than words, long words than short. */
const rarerFirst = (a: string, b: string): number => Number(/\d/.test(b)) - Number(/\d/.test(a)) || b.length - a.length

/** What was typed, for `like`: its wildcards stand for themselves. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
