import { sql } from 'kysely'
import { inSpan } from '../context/span.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { type Gateway, gatewayOf } from '../messages/sms/gateway.ts'
import { isAllowed, takeParts } from '../messages/sms/quota.ts'
import { shownSettings } from '../settings/shown.ts'

const AT_ONCE = 5
/** Nobody waits for an answer after this, in seconds. */
const SENSE_S = 600
const PAUSES_S = [5, 15, 45] as const
/** A process that began to send so long ago, in seconds, counts as gone. */
const TAKEN_OVER_S = 120

/** Sends what replies are answered with. They count as other SMS do. */
export const sendAnswers: Job = {
  name: 'sms.answer',
  every: 2000,
  run: async (deps, signal) => {
    const gateway = gatewayOf(deps.config)
    if (gateway === null) return
    while (!signal.aborted) {
      const claimed = await claim(deps)
      if (claimed.length === 0) return
      await Promise.all(claimed.map((answer) => hand(deps, gateway, answer)))
    }
  },
}

type Answer = { id: number; number: string; answer: string; attempts: number }

/** What was cut off is sent again: an answer that comes twice does no harm. */
const claim = async ({ db, clock }: Deps): Promise<Answer[]> => {
  const [now, wall] = [clock.now(), clock.wall()]
  const seconds = (moment: Date, count: number) => new Date(moment.getTime() - count * 1000)
  await sql`update sms_replies set answer_state = 'failed' where answer_state in ('queued', 'sending')
    and received_at < ${seconds(now, SENSE_S)}`.execute(db)
  const { rows } = await sql<Answer>`
    update sms_replies set answer_state = 'sending', claimed_at = ${wall}, attempts = attempts + 1
    where id in (select id from sms_replies where coalesce(next_attempt_at <= ${wall}, true)
      and (answer_state = 'queued' or (answer_state = 'sending' and claimed_at < ${seconds(wall, TAKEN_OVER_S)}))
      order by id limit ${AT_ONCE} for update skip locked)
    returning id, number, answer, attempts`.execute(db)
  return rows
}

const hand = async (deps: Deps, gateway: Gateway, { id, number, answer: text, attempts }: Answer): Promise<void> => {
  const { db, clock, config } = deps
  const state = async (): Promise<'sent' | 'failed' | 'queued'> => {
    const { phonePrefix } = await shownSettings(db, config)
    const mayGo = isAllowed(number, phonePrefix, config.smsLimits)
    if (attempts === 1 && !(mayGo && (await takeParts(db, config.smsLimits, { text, urgent: true }, clock.now()))))
      return 'failed'
    const sms = { id: `ambit-reply-${id}`, to: number, text }
    const { kind } = await inSpan('sms', { reply: id, attempts }, () => gateway.send(sms))
    if (kind === 'accepted') return 'sent'
    deps.log.warn({ reply: id, attempts, answer: kind }, 'an answer to an SMS was not taken')
    return kind === 'refused' || attempts > PAUSES_S.length ? 'failed' : 'queued'
  }
  const pause = (PAUSES_S[attempts - 1] ?? 0) * 1000
  await db
    .updateTable('sms_replies')
    .set({ answer_state: await state(), next_attempt_at: new Date(clock.wall().getTime() + pause), claimed_at: null })
    .where('id', '=', id)
    .execute()
}
