import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** when the link or code in the text ends; null: it holds none */
  expires_at: Date | null
  /** the recipient's account, where the mail is about one */
  user_id?: number
  /** in HTML as well, in letters of at least 18 points */
  large_print?: boolean
  traveler_id?: number
}

export type Mailer = {
  /**
   * Kept in the outbox with the transaction; goes out after it, when there is a mail server. Nothing is written to a
   * passenger whose data are only to be stored.
   */
  send: (tx: Transaction<DB>, mail: Mail) => Promise<void>
}
