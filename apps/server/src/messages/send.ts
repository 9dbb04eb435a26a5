import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type MessageEvent, urgentEvents } from '@ambit/contract'
import { isUrgent } from '@ambit/domain'
import { inSpan } from '../context/span.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { giveBackForgotten } from './call-tasks.ts'
import { createLinks } from './link.ts'
import { loseSense } from './lose-sense.ts'
import { prepareMessages } from './prepare.ts'
import { type Gateway, gatewayOf, type SmsAnswer } from './sms/gateway.ts'

/** So many SMS are handed over in a second at most. */
const A_SECOND = 10
const SECOND_MS = 1000
/** No further SMS is begun after this, in milliseconds, so that the last ones end within the job's deadline. */
const BEGIN_MS = 30_000
/** A process that began to send so long ago, in seconds, counts as gone. */
const TAKEN_OVER_S = 120
/** Pauses between attempts, in seconds: the last one repeats. */
const URGENT_PAUSES = [5, 15, 45, 120] as const
const FIRST_PAUSE_S = 60
const LONGEST_PAUSE_S = 6 * 3600
const ATTEMPTS = 12

/** Fills messages in and hands them on. A gateway that hangs holds up this job alone. */
export const sendMessages: Job = {
  name: 'messages.send',
  every: 2000,
  run: async (deps, signal) => {
    const until = deps.clock.monotonic() + BEGIN_MS
    const gateway = gatewayOf(deps.config)
    await giveBackForgotten(deps)
    await loseSense(deps.db, deps.clock.now())
    await takeOver(deps, gateway?.knowsIds ?? false)
    while (!signal.aborted && deps.clock.monotonic() < until) if ((await prepareMessages(deps)) === 0) break
    if (gateway === null) return
    while (!signal.aborted && deps.clock.monotonic() < until) {
      const begun = deps.clock.monotonic()
      const claimed = await claim(deps)
      if (claimed.length === 0) return
      await Promise.all(claimed.map((message) => hand(deps, gateway, message)))
      await setTimeout(Math.max(0, SECOND_MS - (deps.clock.monotonic() - begun)))
    }
  },
}

type Claimed = {
  id: number
  event: MessageEvent
  service_request_id: number
  recipient: string
  text: string
  attempts: number
}

/** Urgent ones first; what another process has in hand is passed over. */
const claim = async ({ db, clock }: Deps): Promise<Claimed[]> => {
  const { rows } = await sql<Claimed>`
    update messages set state = 'sending', state_at = ${clock.now()}, claimed_at = ${clock.wall()},
      attempts = attempts + 1
    where id in (select id from messages where state = 'queued' and channel = 'sms'
      and coalesce(next_attempt_at <= ${clock.wall()}, true)
      order by event = any(${urgentEvents}::text[]) desc, id limit ${A_SECOND} for update skip locked)
    returning id, event, service_request_id, recipient, text, attempts`.execute(db)
  return rows
}

/**
 * A process that was cut off while it sent may have sent it: it is sent again only where that does no harm, because it is
 * urgent or the gateway sends one id once.
 */
const takeOver = async ({ db, clock }: Deps, knowsIds: boolean): Promise<void> => {
  const before = new Date(clock.wall().getTime() - TAKEN_OVER_S * 1000)
  await sql`
    update messages set state_at = ${clock.now()}, claimed_at = null,
      state = case when ${knowsIds} or event = any(${urgentEvents}::text[]) then 'queued' else 'unsure' end,
      reason = 'sending was interrupted'
    where state = 'sending' and channel = 'sms' and claimed_at < ${before}`.execute(db)
}

const hand = async (deps: Deps, gateway: Gateway, message: Claimed): Promise<void> => {
  const { id, attempts, recipient: to } = message
  const text = await (await createLinks(deps)).withCode(message.text, message)
  const answer = await inSpan('sms', { message: id, attempts }, () => gateway.send({ id: `ambit-${id}`, to, text }))
  if (answer.kind !== 'accepted') deps.log.warn({ message: id, attempts, answer: answer.kind }, 'an SMS was not taken')
  await deps.db
    .updateTable('messages')
    .set({ ...outcomeOf(deps, gateway, message, answer), claimed_at: null, state_at: deps.clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
}

const outcomeOf = (
  { clock }: Pick<Deps, 'clock'>,
  { knowsIds }: Gateway,
  { event, attempts }: Claimed,
  answer: SmsAnswer,
) => {
  if (answer.kind === 'accepted')
    return { state: 'sent' as const, reason: null, provider_id: answer.provider_id, next_attempt_at: null }
  const { reason } = answer
  const urgent = isUrgent(event)
  if (answer.kind === 'unknown' && !urgent && !knowsIds) return { state: 'unsure' as const, reason }
  if (answer.kind === 'refused' || (!urgent && attempts >= ATTEMPTS)) return { state: 'failed' as const, reason }
  const pause = urgent
    ? (URGENT_PAUSES[attempts - 1] ?? URGENT_PAUSES[3])
    : Math.min(FIRST_PAUSE_S * 2 ** (attempts - 1), LONGEST_PAUSE_S)
  return { state: 'queued' as const, reason, next_attempt_at: new Date(clock.wall().getTime() + pause * 1000) }
}
