import { sql } from 'kysely'
import { MOST_COUNTED_DUE, type RetentionKind } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { kinds } from './kinds.ts'
import { dueBefore } from './remove.ts'

const SHOWN = 20

type Counted = { rows: number; people: number; oldest: Date | null }

/** What would go, were it done now by this period. */
export const previewRemoval = async (deps: Deps, kind: RetentionKind, period: string | null) => {
  const before = await dueBefore(deps, kind, period)
  if (before === null) return { rows: 0, people: 0, oldest: null, some: [] }
  const due = kinds[kind].due(before)
  const { rows: counted } = await sql<Counted>`
    select count(*) as rows, count(distinct person) as people, min(at) as oldest
    from (select * from (${due}) as due limit ${MOST_COUNTED_DUE}) as counted`.execute(deps.db)
  const { rows: some } = await sql<{ id: string; at: Date }>`
    select id, at from (${due}) as due order by at, id limit ${SHOWN}`.execute(deps.db)
  return { ...counted[0]!, some } // a count answers one row
}
