import type { Clock } from '../deps.ts'
import { isRestricted } from '../restrictions/restricted.ts'
import type { Mailer } from './mailer.ts'

/** Keeps mail in the product; deliver.ts takes it from there to a mail server, when there is one. */
export const createMailer = (clock: Pick<Clock, 'now'>): Mailer => ({
  send: async (tx, mail) => {
    if (mail.traveler_id !== undefined && (await isRestricted(tx, mail.traveler_id))) return
    await tx
      .insertInto('outbox_mails')
      .values({ ...mail, created_at: clock.now() })
      .execute()
  },
})
