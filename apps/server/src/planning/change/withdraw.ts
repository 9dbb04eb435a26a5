import { sql, type Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import { publish } from '../../live/publish.ts'

/** Takes back what these messages are about to do: mails that no server has taken, and calls, of which open pages are told. */
export const withdraw = async (tx: Transaction<DB>, messages: readonly number[], now: Date): Promise<void> => {
  const these = sql`any(${messages}::int[])`
  await sql`delete from outbox_mails where sent_at is null and message_id = ${these}`.execute(tx)
  const { rows } = await sql<{ call_task_id: number; zone_id: number; region_id: number }>`
    update call_tasks c set state = 'expired', state_at = ${now}
    from messages m join service_requests r on r.id = m.service_request_id
    where c.message_id = ${these} and c.state in ('open', 'taken') and m.id = c.message_id
    returning c.id as call_task_id, r.zone_id, m.region_id`.execute(tx)
  await publish(
    tx,
    rows.map((call) => ({ kind: 'call_task', ...call })),
  )
}
