import { type RawBuilder, sql } from 'kysely'

/**
 * `= among(ids)`: rows with one of these ids. A plain `= any($1)` is estimated by how many ids there are, so PostgreSQL
 * plans a prepared statement anew for each short list, which takes longer than finding the rows; an array that is only
 * made while the statement runs is estimated the same way each time, and the plan is kept.
 */
export const among = (ids: readonly number[]): RawBuilder<number> => sql`any(array(select unnest(${[...ids]}::int[])))`
