import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'

type ListOptions = { page: number; per_page: number; sort?: string | undefined }

/** What a list may be sorted by: the contract's word → SQL. */
export type Sortable = Readonly<Record<string, RawBuilder<unknown>>>

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
  const descending = sort?.startsWith('-') ?? true
  const by = sort === undefined ? undefined : sortable[sort.replace(/^-/, '')]
  const direction = descending ? sql`desc` : sql`asc`
  const sorted = by === undefined ? query : query.orderBy(sql`${by} ${direction} nulls last`)
  const data = await sorted
    .orderBy(sql`${id} ${direction}`)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { data, meta: { total, total_count: total } }
}

/** Text columns sort without case. */
export const byText = (...columns: string[]): Sortable =>
  Object.fromEntries(columns.map((column) => [column.replace(/^.*\./, ''), sql`lower(${sql.ref(column)})`]))

export const byValue = (...columns: string[]): Sortable =>
  Object.fromEntries(columns.map((column) => [column.replace(/^.*\./, ''), sql.ref(column)]))

/** Every word of the search is somewhere in the columns; a word may be a part of one. */
export const matches = (search: string, columns: readonly string[]): RawBuilder<SqlBool> => {
  const words = search.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return sql<SqlBool>`true`
  const text = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  )
  return sql<SqlBool>`(${sql.join(
    words.map((word) => sql`(${text}) ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`),
    sql` and `,
  )})`
}
