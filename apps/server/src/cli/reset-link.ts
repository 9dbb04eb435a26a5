import { randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { createResetLink, RESET_MINUTES } from '../access/password-reset.ts'
import { aboutAccount, noteEvent } from '../audit/note-event.ts'
import { removeSecondStep } from '../access/factors.ts'
import { noteFactorTaken } from '../access/sign-in-watch.ts'
import { actingAs } from '../context/context.ts'
import type { Config } from '../config.ts'
import { requireCurrentSchema } from '../database/migrate.ts'
import { openExisting } from '../database/open.ts'
import type { DB } from '../database/schema.ts'

/** `withoutSecondStep`: app and recovery codes are lost as well, and nobody else may take them away. */
type Asked = { withoutSecondStep: boolean }

/**
 * `ambit reset-link`: the way in for a user whom no mail can reach, for the person who keeps the machine and could
 * change the database itself. Throws for an unknown or blocked user.
 */
export const runResetLink = async (config: Config, email: string, asked: Asked): Promise<void> => {
  const database = await openExisting(config)
  try {
    await requireCurrentSchema(database.db)
    const command = { actor_kind: 'command line', action: 'reset-link', via: 'command line' } as const
    const link = await actingAs(command, () => resetLinkFor(database.db, config, email, new Date(), asked))
    process.stdout.write(`${link}\nThe link works once, for ${RESET_MINUTES} minutes.\n`)
  } finally {
    await database.close()
  }
}

export const resetLinkFor = async (
  db: Kysely<DB>,
  config: Config,
  email: string,
  now: Date,
  { withoutSecondStep }: Asked,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'status'])
      .where(sql<string>`lower(email)`, '=', email.toLowerCase())
      .executeTakeFirst()
    if (user === undefined) throw new Error(`There is no user with the e-mail address ${email}.`)
    if (user.status === 'blocked') throw new Error(`The user ${email} is blocked and cannot sign in.`)
    if (withoutSecondStep) await takeAway(tx, user.id, now)
    // Whoever keeps the machine has found out whose address it is.
    await tx.updateTable('sign_in_blocks').set({ reset_lifts: true }).where('user_id', '=', user.id).execute()
    const clock = { wall: () => now }
    const random = { token: (bytes: number) => randomBytes(bytes).toString('base64url') }
    const { link } = await createResetLink({ config, clock, random }, tx, { kind: 'admin', id: user.id }, RESET_MINUTES)
    return link
  })

const takeAway = async (tx: Transaction<DB>, id: number, now: Date): Promise<void> => {
  if (await removeSecondStep(tx, id)) await noteFactorTaken(tx, id, now)
  const account = aboutAccount({ kind: 'user', id })
  await noteEvent(tx, { kind: 'sign_in', ...account, told: { outcome: 'second factor taken away' } })
}
