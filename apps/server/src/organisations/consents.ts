import { api, type ConsentState } from '@ambit/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { anyOf, byText, byValue, listed } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { conflict, invalid } from '../http/errors.ts'
import { matchesPassenger } from '../http/masked-search.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { regionScope, requireTraveler, type Scope, withinScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { consentBegins } from '../sessions/consents.ts'
import { findOrganisation, isInForce } from './queries.ts'

const day = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`

const stateAt = (now: Date) => sql<ConsentState>`case when ${isInForce(now)} then 'in_force'
  when c.ended_at is null and ${consentBegins} > ${now} then 'not_yet' else 'ended' end`

const select = (db: Kysely<DB>, scope: Scope, now: Date) =>
  db
    .selectFrom('organisation_travelers as c')
    .innerJoin('organisations as o', 'o.id', 'c.organisation_id')
    .innerJoin('regions as g', 'g.id', 'o.region_id')
    .innerJoin('travelers', 'travelers.id', 'c.traveler_id')
    .where(withinScope(scope, 'o.region_id'))
    .select(['c.id', 'c.organisation_id', 'c.traveler_id', 'c.consented_by', 'c.ended_at'])
    .select(['c.tell_representatives', 'c.created_at', 'c.updated_at', 'c.version'])
    .select(sql<string>`travelers.first_name || ' ' || travelers.last_name`.as('traveler_name'))
    .select([day('c.consented_on').$notNull().as('consented_on'), day('c.until_on').as('until_on')])
    .select(stateAt(now).as('state'))

type Query = z.output<typeof api.organisationTravelers.list.query>

const listConsents = (db: Kysely<DB>, scope: Scope, query: Query, { hidden, now }: { hidden: Hidden; now: Date }) => {
  const { organisation, traveler, state } = query.filter ?? {}
  let found = select(db, scope, now).where(matchesPassenger(query.search, hidden))
  if (organisation !== undefined) found = found.where('c.organisation_id', '=', anyOf(organisation))
  if (traveler !== undefined) found = found.where('c.traveler_id', '=', anyOf(traveler))
  if (state !== undefined) found = found.where(sql<boolean>`${stateAt(now)} = any(${state}::text[])`)
  const sortable = {
    ...byValue('c.id', 'c.consented_on', 'c.until_on', 'c.created_at'),
    traveler_name: byText('travelers.last_name')['last_name']!, // named here
  }
  return listed(found, query, sortable, sql.ref('c.id'))
}

const findConsent = async (db: Kysely<DB>, id: number, now: Date) =>
  (await select(db, null, now).where('c.id', '=', id).executeTakeFirst())! // read by who has locked or inserted it

const lockConsent = (tx: Transaction<DB>, scope: Scope, id: number) =>
  tx
    .selectFrom('organisation_travelers as c')
    .innerJoin('organisations as o', 'o.id', 'c.organisation_id')
    .where('c.id', '=', id)
    .where(withinScope(scope, 'o.region_id'))
    .select(['c.id', 'c.traveler_id', 'c.ended_at', 'c.version'])
    .select([day('c.consented_on').as('consented_on'), day('c.until_on').as('until_on')])
    .forUpdate('c')
    .executeTakeFirst()

/** Throws 409 for a consent that was ended: it is kept as it was, and another one is noted. */
const requireStanding = ({ ended_at }: { ended_at: Date | null }): void => {
  if (ended_at !== null) throw conflict('This consent has been ended. Please note another one')
}

const requireOrder = ({ consented_on, until_on }: { consented_on: string | null; until_on: string | null }): void => {
  if (consented_on !== null && until_on !== null && until_on < consented_on)
    throw invalid([{ pointer: '/until_on', detail: 'Please enter a date that is not before the first day' }])
}

/** Who has consented to an organisation booking for a passenger. Ending a consent cancels nothing. */
export const bindConsents: Module = (bind, { db, clock }) => {
  bind(api.organisationTravelers.list, ({ query, actor, hidden }) =>
    listConsents(db, regionScope(actor), query, { hidden, now: clock.now() }),
  )

  bind(api.organisationTravelers.create, ({ body, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      if ((await findOrganisation(tx, scope, body.organisation_id)) === undefined)
        throw invalid([{ pointer: '/organisation_id', detail: 'There is no such organisation' }])
      await requireTraveler(tx, scope, body.traveler_id)
      requireOrder(body)
      const now = clock.now()
      const id = await insertConsent(tx, body, now)
      await recordChanged(tx, 'organisation_travelers', id)
      return keep(tx, { data: await findConsent(tx, id, now) })
    }),
  )

  bind(api.organisationTravelers.update, ({ params: { id }, body, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const current = fresh(await lockConsent(tx, regionScope(actor), id), version)
      requireStanding(current)
      requireOrder({ ...current, ...body })
      const now = clock.now()
      await tx
        .updateTable('organisation_travelers')
        .set({ ...body, updated_at: now })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'organisation_travelers', id)
      return { data: await findConsent(tx, id, now) }
    }),
  )

  bind(api.organisationTravelers.end, ({ params: { id }, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      requireStanding(fresh(await lockConsent(tx, regionScope(actor), id), null))
      const now = clock.now()
      await tx
        .updateTable('organisation_travelers')
        .set({ ended_at: now, updated_at: now })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'organisation_travelers', id)
      return keep(tx, { data: await findConsent(tx, id, now) })
    }),
  )
}

/** A consent whose last day is over stands in the way of none: it is ended with its place taken. Throws 422 otherwise. */
const insertConsent = async (
  tx: Transaction<DB>,
  body: z.output<typeof api.organisationTravelers.create.body>,
  now: Date,
): Promise<number> => {
  const { organisation_id, traveler_id } = body
  const standing = await select(tx, null, now)
    .where('c.organisation_id', '=', organisation_id)
    .where('c.traveler_id', '=', traveler_id)
    .where('c.ended_at', 'is', null)
    .executeTakeFirst()
  if (standing !== undefined && standing.state !== 'ended')
    throw invalid([{ pointer: '/traveler_id', detail: 'There is a consent for this passenger already' }])
  if (standing !== undefined) {
    await tx
      .updateTable('organisation_travelers')
      .set({ ended_at: now, updated_at: now })
      .where('id', '=', standing.id)
      .execute()
    await recordChanged(tx, 'organisation_travelers', standing.id)
  }
  const { id } = await tx
    .insertInto('organisation_travelers')
    .values({ ...body, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
