import type { Selectable } from 'kysely'
import { inSpan } from '../context/span.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { publicUrlOf } from '../settings/public-url.ts'
import { openPost, type Post } from './server.ts'

const BATCH = 20
/** No further mail is begun after this, in milliseconds, so that the one in hand ends within the job's deadline. */
const BEGIN_MS = 30_000
/** A mail server that is down for a day and a half still gets everything. */
export const ATTEMPTS = 12
const FIRST_PAUSE = 60_000
const LONGEST_PAUSE = 6 * 3600_000

/**
 * Hands the outbox to the mail server, oldest first; what it does not take is tried again, at growing intervals. Text
 * with a link or code is dropped once the server has taken it, and is not sent when the link has ended.
 */
export const deliverMail: Job = {
  name: 'mail.deliver',
  every: 5000,
  run: async (deps, signal) => {
    const { db, clock } = deps
    const due = await db
      .selectFrom('outbox_mails')
      .select('id')
      .where('sent_at', 'is', null)
      .where('text', 'is not', null)
      .where('attempts', '<', ATTEMPTS)
      .where((where) => where.or([where('next_attempt_at', 'is', null), where('next_attempt_at', '<=', clock.wall())]))
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', clock.wall())]))
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (due.length === 0) return
    const post = await openPost(deps)
    if (post === null) return
    const until = clock.monotonic() + BEGIN_MS
    for (const { id } of due) {
      if (signal.aborted || clock.monotonic() > until) break
      const mail = await db.selectFrom('outbox_mails').selectAll().where('id', '=', id).executeTakeFirst()
      // Withdrawn, or erased with its passenger, while those before it were sent.
      if (mail === undefined || mail.text === null) continue
      // While the mail server cannot be reached the others wait for the next run.
      if (!(await deliver(deps, post, mail))) break
    }
    post.close()
  },
}

type Due = Pick<
  Selectable<DB['outbox_mails']>,
  | 'id'
  | 'to'
  | 'subject'
  | 'text'
  | 'expires_at'
  | 'attempts'
  | 'message_id'
  | 'reply_to'
  | 'unsubscribe'
  | 'large_print'
>

/** Hands one mail over and notes the outcome. Answers whether the mail server spoke at all. */
const deliver = async (deps: Deps, post: Post, mail: Due): Promise<boolean> => {
  const { id, to, subject, text, reply_to, message_id, unsubscribe: token, large_print: large } = mail
  const { db, clock, log } = deps
  const attempts = mail.attempts + 1
  const unsubscribe = token === null ? null : `${publicUrlOf(deps.config)}/hooks/unsubscribe/${token}`
  const html = message_id !== null || large
  const send = () => post.send({ to, subject, text: text ?? '', reply_to, html, large, unsubscribe })
  const failure = await inSpan('mail', { mail: id, attempts }, send).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error('unknown')),
  )
  const now = clock.wall()
  const outcome =
    failure === null
      ? { sent_at: now, last_error: null, ...(mail.expires_at === null ? {} : { text: null }) }
      : {
          last_error: failure.message.slice(0, 500),
          next_attempt_at: new Date(now.getTime() + Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE)),
        }
  if (failure !== null) log.warn({ mail: id, attempts }, 'the mail server did not take a mail')
  await db
    .updateTable('outbox_mails')
    .set({ attempts, ...outcome })
    .where('id', '=', id)
    .execute()
  if (message_id !== null) await tellMessage(deps, message_id, attempts, failure)
  return failure === null || 'responseCode' in failure
}

/** The message that a mail carries is told what became of it. */
const tellMessage = async ({ db, clock }: Deps, id: number, attempts: number, failure: Error | null): Promise<void> => {
  const state = failure === null ? 'sent' : attempts < ATTEMPTS ? null : 'failed'
  await db
    .updateTable('messages')
    .set({ attempts, reason: failure === null ? null : 'The mail server did not take it' })
    .$if(state !== null, (update) => update.set({ state: state!, state_at: clock.now() })) // as just asked
    .where('id', '=', id)
    .execute()
}
