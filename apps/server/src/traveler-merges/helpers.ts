import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { recordChanged } from '../live/record-changed.ts'

type Row = Record<string, unknown>

/**
 * Takes away who helps, or is helped by, the other record where that would be somebody helping themself or twice. Answers
 * the rows as they were, and those that are of no household any more: for a passenger one helper at most answers.
 */
export const removeDoubles = async (
  tx: Transaction<DB>,
  kept: number,
  merged: number,
): Promise<{ removed: Row[]; answering: number[] }> => {
  const { rows: doubles } = await sql<{ id: number }>`
    select h.id from traveler_helpers h where
      h.traveler_id in (${kept}, ${merged}) and h.helper_id in (${kept}, ${merged})
      or h.traveler_id = ${merged} and exists (select from traveler_helpers o where o.traveler_id = ${kept}
        and (o.helper_id = h.helper_id or o.contact = h.contact))
      or h.helper_id = ${merged} and exists (select from traveler_helpers o where o.helper_id = ${kept}
        and o.traveler_id = h.traveler_id)`.execute(tx)
  for (const { id } of doubles) await recordChanged(tx, 'traveler_helpers', id)
  const ids = doubles.map(({ id }) => id)
  const { rows } = await sql<{ row: Row }>`
    delete from traveler_helpers h where id = any(${ids}::int[]) returning to_jsonb(h) as row`.execute(tx)
  const { rows: answering } = await sql<{ id: number }>`
    update traveler_helpers set household = false where traveler_id = ${merged} and household
      and exists (select from traveler_helpers o where o.traveler_id = ${kept} and o.household) returning id`.execute(
    tx,
  )
  return { removed: rows.map(({ row }) => row), answering: answering.map(({ id }) => id) }
}

/** Puts back what is not said again since, once the rest has moved. Answers how many could not be. */
export const putBack = async (
  tx: Transaction<DB>,
  merged: number,
  { removed, answering }: { removed: readonly Row[]; answering: readonly (number | string)[] },
): Promise<number> => {
  await sql`update traveler_helpers set household = true where traveler_id = ${merged}
    and id::text = any(${answering.map(String)}::text[])`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into traveler_helpers overriding system value
    select r.* from jsonb_populate_recordset(null::traveler_helpers, ${JSON.stringify(removed)}::jsonb) r
    where not exists (select from traveler_helpers o where o.traveler_id = r.traveler_id
        and (o.helper_id = r.helper_id or o.contact = r.contact or o.household and r.household))
      and not exists (select from travelers t where t.id in (r.traveler_id, r.helper_id) and t.anonymised_at is not null)
    returning id`.execute(tx)
  for (const { id } of rows) await recordChanged(tx, 'traveler_helpers', id)
  return removed.length - rows.length
}
