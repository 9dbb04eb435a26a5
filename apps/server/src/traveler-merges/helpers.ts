import { type HelperRight, helperRights } from '@ambit/contract'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { recordChanged } from '../live/record-changed.ts'

type Row = Record<string, unknown>
type Granted = { rights: HelperRight[]; household: boolean }
/** A row that was removed, and what the one that says the same had said, where it says more now. */
type Double = Granted & { widened: (Granted & { id: number }) | null }

/**
 * Takes away who helps, or is helped by, the other record where that would be somebody helping themself or twice: the
 * row that stays allows what either did. Answers the rows as they were, and those that are of no household any more:
 * for a passenger one helper at most answers.
 */
export const removeDoubles = async (
  tx: Transaction<DB>,
  kept: number,
  merged: number,
): Promise<{ removed: Row[]; answering: number[] }> => {
  const { rows: doubles } = await sql<{ id: number; row: Double & Row }>`
    select h.id, to_jsonb(h) || jsonb_build_object('widened', case
      when h.helper_id is not null and o.id is not null and (h.household or not h.rights <@ o.rights)
        then jsonb_build_object('id', o.id, 'rights', o.rights, 'household', o.household) end) as row
    from traveler_helpers h left join traveler_helpers o on
      h.traveler_id = ${merged} and o.traveler_id = ${kept} and (o.helper_id = h.helper_id or o.contact = h.contact)
      or h.helper_id = ${merged} and o.helper_id = ${kept} and o.traveler_id = h.traveler_id
    where h.traveler_id in (${kept}, ${merged}) and h.helper_id in (${kept}, ${merged}) or o.id is not null
    order by h.id`.execute(tx)
  for (const { id } of doubles) await recordChanged(tx, 'traveler_helpers', id)
  const ids = doubles.map(({ id }) => id)
  await sql`delete from traveler_helpers where id = any(${ids}::int[])`.execute(tx)
  for (const { row } of doubles) await widen(tx, row)
  const { rows: answering } = await sql<{ id: number }>`
    update traveler_helpers set household = false where traveler_id = ${merged} and household
      and exists (select from traveler_helpers o where o.traveler_id = ${kept} and o.household) returning id`.execute(
    tx,
  )
  return { removed: doubles.map(({ row }) => row), answering: answering.map(({ id }) => id) }
}

const widen = async (tx: Transaction<DB>, { widened, rights, household }: Double): Promise<void> => {
  if (widened === null) return
  const either = helperRights.filter((right) => rights.includes(right) || widened.rights.includes(right))
  await sql`update traveler_helpers h set rights = ${either}::text[], household = h.household or ${household}
      and not exists (select from traveler_helpers o where o.traveler_id = h.traveler_id and o.household)
    where id = ${widened.id}`.execute(tx)
  await recordChanged(tx, 'traveler_helpers', widened.id)
}

/** Who answers by then, and did not by what was removed, goes on. */
const narrow = async (tx: Transaction<DB>, { widened, household }: Double): Promise<void> => {
  if (widened === null) return
  const { rows } = await sql<{ id: number }>`update traveler_helpers set rights = ${widened.rights}::text[],
    household = household and ${widened.household || !household} where id = ${widened.id} returning id`.execute(tx)
  for (const { id } of rows) await recordChanged(tx, 'traveler_helpers', id)
}

/** Puts back what is not said again since, once the rest has moved. Answers how many could not be. */
export const putBack = async (
  tx: Transaction<DB>,
  merged: number,
  { removed, answering }: { removed: readonly Row[]; answering: readonly (number | string)[] },
): Promise<number> => {
  // Merges of before named nothing that was widened.
  for (const row of removed) await narrow(tx, { widened: null, ...row } as Double) // as removing wrote them
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
