import type { Clock } from '../deps.ts'
import type { Mailer } from './mailer.ts'

/** Keeps mail in the product; deliver.ts takes it from there to a mail server, when there is one. */
export const createMailer = (clock: Pick<Clock, 'now'>): Mailer => ({
  send: async (tx, mail) => {
    await tx
      .insertInto('outbox_mails')
      .values({ ...mail, created_at: clock.now() })
      .execute()
  },
})
