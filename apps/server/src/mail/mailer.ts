import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

export type Mail = { to: string; subject: string; text: string }

export type Mailer = {
  /** kept in the outbox with the transaction; goes out after it, when there is a mail server */
  send: (tx: Transaction<DB>, mail: Mail) => Promise<void>
}
