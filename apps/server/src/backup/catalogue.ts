import type { ClientBase } from 'pg'

export type Table = { name: string; columns: string[]; pages: number }

/** Every table there is, so that a new one cannot be forgotten. Columns that the database works out itself are left out. */
export const tablesOf = async (client: ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      coalesce((select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '[]') as columns,
      (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as pages
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname`)
  return rows
}

export const sequencesOf = async (client: ClientBase): Promise<{ name: string; last_value: number }[]> => {
  const { rows } = await client.query<{ name: string; last_value: number }>(`
    select sequencename as name, last_value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`)
  return rows
}
