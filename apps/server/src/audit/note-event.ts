import { type Kysely, sql } from 'kysely'
import type { AuditKind } from '@ambit/contract'
import { type ActingPerson, contextText, nameActor } from '../context/context.ts'
import type { DB } from '../database/schema.ts'

type Account = { kind: 'user' | 'driver' | 'passenger'; id: number }

/** What changes no record and is an event all the same. */
export type Event = {
  kind: 'access' | 'sign_in'
  record_kind?: AuditKind
  record_id?: string
  /** what happened, by word */
  told: Readonly<Record<string, unknown>>
  /** the words whose values tell of a person */
  personal?: readonly string[]
}

const tables = { user: 'users', driver: 'drivers', passenger: 'travelers' } as const

export const aboutAccount = ({ kind, id }: Account): Pick<Event, 'record_kind' | 'record_id'> => ({
  record_kind: tables[kind],
  record_id: String(id),
})

export const noteEvent = async (db: Kysely<DB>, { told, ...event }: Event): Promise<void> => {
  const changes = Object.fromEntries(Object.entries(told).map(([word, after]) => [word, { after }]))
  await sql`select audit_write(${JSON.stringify({ ...event, changes })}::jsonb)`.execute(db)
}

/** Once a password or a link was right: what follows was done by this one. */
export const turnsOutToBe = async (db: Kysely<DB>, { kind, id }: Account): Promise<void> => {
  const account = await db
    .selectFrom(tables[kind])
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .where('id', '=', id)
    .executeTakeFirst()
  await actsAs(db, { actor_kind: kind, actor_id: id, actor_name: account?.name ?? null })
}

/** The same of one whose account this transaction makes. */
export const actsAs = async (db: Kysely<DB>, actor: ActingPerson): Promise<void> => {
  nameActor(actor)
  const context = contextText()
  if (db.isTransaction && context !== null) await sql`select set_config('ambit.context', ${context}, true)`.execute(db)
}

/** What was typed is not kept: people type passwords into the wrong field. */
export const noteFailure = (db: Kysely<DB>, account: Account | null): Promise<void> =>
  noteEvent(db, {
    kind: 'sign_in',
    ...(account === null ? {} : aboutAccount(account)),
    told: { outcome: account === null ? 'refused: no such account' : 'refused' },
  })
