import { sql } from 'kysely'
import { type MessageEvent, urgentEvents } from '@ambit/contract'
import { isUrgent } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { answersFor } from '../planning/change/answers-for.ts'

/** A process that began to send so long ago, in seconds, counts as gone. */
const TAKEN_OVER_S = 120
/** Pauses between attempts, in seconds: the last one repeats. */
const URGENT_PAUSES = [5, 15, 45, 120] as const
const FIRST_PAUSE_S = 60
const LONGEST_PAUSE_S = 6 * 3600
/** of what is not urgent; what is urgent is tried until its sense is over */
const ATTEMPTS = 12

export type Claimed = {
  id: number
  event: MessageEvent
  service_request_id: number
  /** whom it is for: the passenger, or who follows or answers for them */
  person_id: number
  recipient: string | null
  subject: string | null
  text: string
  attempts: number
}

type Channel = 'sms' | 'push'

const personOf = sql`coalesce(m.helper_id, (select ${answersFor} from travelers t where t.id = m.traveler_id),
  m.traveler_id)`

/** Urgent ones first; what another process has in hand is passed over. */
export const claim = async ({ db, clock }: Deps, channel: Channel, most: number): Promise<Claimed[]> => {
  const { rows } = await sql<Claimed>`
    update messages m set state = 'sending', state_at = ${clock.now()}, claimed_at = ${clock.wall()},
      attempts = m.attempts + 1
    where m.id in (select id from messages where state = 'queued' and channel = ${channel}
      and coalesce(next_attempt_at <= ${clock.wall()}, true)
      order by event = any(${urgentEvents}::text[]) desc, id limit ${most} for update skip locked)
    returning m.id, m.event, m.service_request_id, ${personOf} as person_id, m.recipient, m.subject, m.text, m.attempts`.execute(
    db,
  )
  return rows
}

/**
 * A process that was cut off while it sent may have sent it: it is sent again only where that does no harm, because it is
 * urgent or the one that takes it sends or shows one id once.
 */
export const takeOver = async ({ db, clock }: Deps, channel: Channel, knowsIds: boolean): Promise<void> => {
  const before = new Date(clock.wall().getTime() - TAKEN_OVER_S * 1000)
  await sql`
    update messages set state_at = ${clock.now()}, claimed_at = null,
      state = case when ${knowsIds} or event = any(${urgentEvents}::text[]) then 'queued' else 'unsure' end,
      reason = 'sending was interrupted'
    where state = 'sending' and channel = ${channel} and claimed_at < ${before}`.execute(db)
}

export type Outcome =
  | { state: 'sent'; reason: null; provider_id?: string | null; next_attempt_at: null }
  | { state: 'failed' | 'unsure'; reason: string }
  | { state: 'queued'; reason: string; next_attempt_at: Date }

/** Tried once more after a pause, where it still is of use by then. */
export const later = (
  { clock }: Pick<Deps, 'clock'>,
  { event, attempts }: Pick<Claimed, 'event' | 'attempts'>,
  reason: string,
): Outcome => {
  const urgent = isUrgent(event)
  if (!urgent && attempts >= ATTEMPTS) return { state: 'failed', reason }
  const pause = urgent
    ? (URGENT_PAUSES[attempts - 1] ?? URGENT_PAUSES[3])
    : Math.min(FIRST_PAUSE_S * 2 ** (attempts - 1), LONGEST_PAUSE_S)
  return { state: 'queued', reason, next_attempt_at: new Date(clock.wall().getTime() + pause * 1000) }
}

/** What was told about meanwhile, as by a report, stays as it was told. */
export const settle = ({ db, clock }: Deps, id: number, outcome: Outcome) =>
  db
    .updateTable('messages')
    .set({ ...outcome, claimed_at: null, state_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
