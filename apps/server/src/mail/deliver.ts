import { createTransport } from 'nodemailer'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'

const BATCH = 20
/** A mail server that is down for a day and a half still gets everything. */
const ATTEMPTS = 12
const FIRST_PAUSE = 60_000
const LONGEST_PAUSE = 6 * 3600_000

/**
 * Hands the outbox to the mail server, oldest first; what it does not take is tried again, at growing intervals. Text
 * with a link or code is dropped once the server has taken it, and is not sent when the link has ended.
 */
export const deliverMail: Job = {
  name: 'mail.deliver',
  every: 5000,
  remote: true,
  run: async (deps) => {
    const { config, db, clock } = deps
    if (config.smtpUrl === null) return
    const due = await db
      .selectFrom('outbox_mails')
      .selectAll()
      .where('sent_at', 'is', null)
      .where('text', 'is not', null)
      .where('attempts', '<', ATTEMPTS)
      .where((where) => where.or([where('next_attempt_at', 'is', null), where('next_attempt_at', '<=', clock.wall())]))
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', clock.wall())]))
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (due.length === 0) return
    const transport = createTransport(config.smtpUrl)
    for (const mail of due) await deliver(deps, transport, mail)
    transport.close()
  },
}

type Transport = ReturnType<typeof createTransport>
type Due = { id: number; to: string; subject: string; text: string | null; expires_at: Date | null; attempts: number }

const deliver = async ({ config, db, clock, log }: Deps, transport: Transport, mail: Due): Promise<void> => {
  const attempts = mail.attempts + 1
  const outcome = await transport
    .sendMail({ from: config.mailFrom, to: mail.to, subject: mail.subject, text: mail.text ?? '' })
    .then(
      () => ({
        sent_at: clock.wall(),
        attempts,
        last_error: null,
        ...(mail.expires_at === null ? {} : { text: null }),
      }),
      (error: unknown) => ({
        attempts,
        last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
        next_attempt_at: new Date(clock.wall().getTime() + Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE)),
      }),
    )
  if (outcome.last_error !== null) log.warn({ mail: mail.id, attempts }, 'the mail server did not take a mail')
  await db.updateTable('outbox_mails').set(outcome).where('id', '=', mail.id).execute()
}
