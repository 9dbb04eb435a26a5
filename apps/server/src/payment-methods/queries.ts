import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { api, PaymentCard } from '@ambit/contract'
import { byValue, listed } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { conflict } from '../http/errors.ts'
import { ofVisibleTraveler, type Scope, visibleTravelers } from '../http/scope.ts'
import type { CardHolder, PaymentProvider } from './provider.ts'

const columns = ['id', 'brand', 'last4', 'exp_month', 'exp_year', 'name'] as const

export const cardsOf = (db: Kysely<DB>, travelerId: number) =>
  db
    .selectFrom('payment_methods')
    .select([...columns])
    .where('traveler_id', '=', travelerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const hasCard = async (
  db: Kysely<DB>,
  travelerId: number,
  provider: PaymentProvider['kind'],
): Promise<boolean> =>
  (await db
    .selectFrom('payment_methods')
    .select('id')
    .where('traveler_id', '=', travelerId)
    .where('provider', '=', provider)
    .executeTakeFirst()) !== undefined

export const listCards = (db: Kysely<DB>, scope: Scope, query: z.output<typeof api.paymentMethods.all.query>) => {
  const { traveler } = query.filter ?? {}
  let found = db
    .selectFrom('payment_methods')
    .select([...columns, 'traveler_id'])
    .where(ofVisibleTraveler(scope, 'traveler_id'))
  if (traveler !== undefined) found = found.where(sql<boolean>`traveler_id = any(${traveler}::int[])`)
  return listed(found, query, byValue('created_at'))
}

export const findHolder = (db: Kysely<DB>, scope: Scope, travelerId: number): Promise<CardHolder | undefined> =>
  db
    .selectFrom('travelers')
    .select(['id', 'email', sql<string>`first_name || ' ' || last_name`.as('full_name')])
    .where('id', '=', travelerId)
    .where(visibleTravelers(scope))
    .executeTakeFirst()

/** Waits for who erases or merges the passenger, and lets nobody do so meanwhile. 409 where somebody did. */
export const lockHolder = async (tx: Transaction<DB>, travelerId: number): Promise<void> => {
  const holder = await tx
    .selectFrom('travelers')
    .select('anonymised_at')
    .where('id', '=', travelerId)
    .forShare()
    .executeTakeFirst()
  if (holder === undefined || holder.anonymised_at !== null)
    throw conflict('This passenger was merged into another or erased meanwhile. Please look again')
}

type Kept = { traveler_id: number; provider: PaymentProvider['kind']; cards: readonly PaymentCard[]; now: Date }

/** Stores the provider's cards; a known card takes the newest values. */
export const keepCards = async (tx: Transaction<DB>, { traveler_id, provider, cards, now }: Kept): Promise<void> => {
  if (cards.length === 0) return
  await tx
    .insertInto('payment_methods')
    .values(cards.map((card) => ({ ...card, traveler_id, provider, created_at: now })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        brand: row.ref('excluded.brand'),
        last4: row.ref('excluded.last4'),
        exp_month: row.ref('excluded.exp_month'),
        exp_year: row.ref('excluded.exp_year'),
        name: row.ref('excluded.name'),
      })),
    )
    .execute()
}

/** Forgets these cards of the passenger. */
export const dropCards = async (tx: Transaction<DB>, travelerId: number, ids: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('payment_methods')
    .where('traveler_id', '=', travelerId)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()
}
