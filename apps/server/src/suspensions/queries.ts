import type { api, StepKind } from '@ambit/contract'
import { dateIn, type StepFacts, stepState } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { anyOf, byRequiredText, byValue, everyWord, listed } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { ofVisibleTraveler, type Scope, withinScope } from '../http/scope.ts'
import { ofUsable } from '../restrictions/restricted.ts'

const day = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`
const person = (column: string) =>
  sql<string | null>`(select u.first_name || ' ' || u.last_name from users u where u.id = ${sql.ref(column)})`
const traveler = sql<string>`t.first_name || ' ' || t.last_name`

/** SQL: nothing of it is left for people to do. */
const settled = sql<boolean>`(s.lifted_at is not null or s.withdrawn_at is not null or s.dismissed_at is not null
  or s.letter_sent_at is not null and (s.objected_on is null or s.decision_sent_at is not null))`
/** SQL: it stands against the passenger. */
const stands = sql<boolean>`(s.letter_sent_at is not null and s.lifted_at is null)`

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('suspensions as s')
    .innerJoin('travelers as t', 't.id', 's.traveler_id')
    .innerJoin('regions as g', 'g.id', 's.region_id')
    .where(withinScope(scope, 's.region_id'))
    .where(ofVisibleTraveler(scope, 's.traveler_id'))
    .select(['s.id', 's.traveler_id', traveler.as('traveler_name'), 's.region_id', 'g.name as region_name'])
    .select(['g.time_zone', 's.kind', 's.days', 's.rests_on', 's.figures', 's.proposed_at', 's.withdrawn_at'])
    .select(['s.decided_by', 's.decided_at', 's.decided_reason', person('s.decided_by').as('decider')])
    .select(['s.confirmed_by', 's.confirmed_at', person('s.confirmed_by').as('confirmer')])
    .select(['s.dismissed_by', 's.dismissed_at', 's.dismissed_reason', person('s.dismissed_by').as('dismisser')])
    .select(['s.letter_sent_at', 's.letter_sent_by', day('s.object_until').as('object_until')])
    .select([day('s.begins_on').as('begins_on'), day('s.ends_on').as('ends_on')])
    .select(['s.objection', day('s.objected_on').as('objected_on'), day('s.hear_on').as('hear_on')])
    .select(['s.objection_outcome', 's.objection_reasons', 's.objection_decided_by', 's.objection_decided_at'])
    .select([person('s.objection_decided_by').as('judge'), 's.decision_sent_at', 's.decision_sent_by'])
    .select(['s.lifted_by', 's.lifted_at', 's.lifted_reason', person('s.lifted_by').as('lifter'), 's.kept'])

export type StepRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const deed = (user_id: number | null, by: string | null, at: Date | null) => (at === null ? null : { user_id, by, at })
const reasoned = (user_id: number | null, by: string | null, at: Date | null, reason: string | null) =>
  at === null ? null : { user_id, by, at, reason: reason ?? '' }
const sent = (at: Date | null, way: 'email' | 'post' | null) => (at === null || way === null ? null : { at, way })

const objectionOf = (row: StepRow) => {
  const { objection: words, objected_on, hear_on, objection_outcome: outcome } = row
  if (words === null || objected_on === null || hear_on === null) return null
  const decided = reasoned(row.objection_decided_by, row.judge, row.objection_decided_at, row.objection_reasons)
  const decision =
    decided === null || outcome === null
      ? null
      : { ...decided, outcome, sent: sent(row.decision_sent_at, row.decision_sent_by) }
  return { words, objected_on, hear_on, decision }
}

/** What it stands at today, by the region's calendar. */
export const stateOf = (row: StepFacts & { time_zone: string }, now: Date) => stepState(row, dateIn(row.time_zone, now))

const record = (row: StepRow, now: Date) => ({
  id: row.id,
  traveler_id: row.traveler_id,
  traveler_name: row.traveler_name,
  region_id: row.region_id,
  region_name: row.region_name,
  time_zone: row.time_zone,
  kind: row.kind,
  days: row.days,
  state: stateOf(row, now),
  rests_on: row.rests_on,
  figures: row.figures,
  proposed_at: row.proposed_at,
  withdrawn_at: row.withdrawn_at,
  decided: reasoned(row.decided_by, row.decider, row.decided_at, row.decided_reason),
  confirmed: deed(row.confirmed_by, row.confirmer, row.confirmed_at),
  dismissed: reasoned(row.dismissed_by, row.dismisser, row.dismissed_at, row.dismissed_reason),
  letter: sent(row.letter_sent_at, row.letter_sent_by),
  object_until: row.object_until,
  begins_on: row.begins_on,
  ends_on: row.ends_on,
  objection: objectionOf(row),
  lifted: reasoned(row.lifted_by, row.lifter, row.lifted_at, row.lifted_reason),
})

type Query = z.output<typeof api.suspensions.list.query>

export const listSteps = async (
  db: Kysely<DB>,
  scope: Scope,
  { search, filter, ...rest }: Query,
  { hidden, now }: { hidden: Hidden; now: Date },
) => {
  const names = hidden.has('name') ? sql`` : sql`, t.first_name, t.last_name`
  let found = select(db, scope)
    .where(ofUsable('s.traveler_id'))
    .where(everyWord(search, (pattern) => sql`concat_ws(' ', g.name ${names}) ilike ${pattern}`))
  if (filter?.region !== undefined) found = found.where('s.region_id', '=', anyOf(filter.region))
  if (filter?.traveler !== undefined) found = found.where('s.traveler_id', '=', anyOf(filter.traveler))
  if (filter?.standing === 'open') found = found.where((where) => where.not(settled))
  if (filter?.standing === 'record') found = found.where((where) => where.or([stands, where.not(settled)]))
  const sortable = {
    ...byValue('s.id', 's.proposed_at', 's.begins_on'),
    ...byRequiredText('g.name'),
    traveler_name: { neverNull: sql`lower(${traveler})` },
    region_name: { neverNull: sql`lower(g.name)` },
  }
  const { data, meta } = await listed(found, rest, sortable, sql.ref('s.id'))
  return { data: data.map((row) => record(row, now)), meta }
}

export const readStep = (db: Kysely<DB>, scope: Scope, id: number): Promise<StepRow | undefined> =>
  select(db, scope).where('s.id', '=', id).executeTakeFirst()

export const findStep = async (db: Kysely<DB>, scope: Scope, id: number, now: Date) => {
  const row = await readStep(db, scope, id)
  return row === undefined ? undefined : record(row, now)
}

/** What stands against a passenger in a region and counts towards the next step: of the last 12 months. */
export const countedSteps = (db: Kysely<DB>, travelerId: number, regionId: number, now: Date) =>
  db
    .selectFrom('suspensions as s')
    .where('s.traveler_id', '=', travelerId)
    .where('s.region_id', '=', regionId)
    .where(stands)
    .where(sql<boolean>`s.letter_sent_at > ${now}::timestamptz - interval '12 months'`)
    .select('s.kind')
    .execute() satisfies Promise<{ kind: StepKind }[]>

/** When the last step of a passenger in a region was settled: what was before it counts for no other; null: never. */
export const settledAt = async (db: Kysely<DB>, travelerId: number, regionId: number): Promise<Date | null> => {
  const { at } = await db
    .selectFrom('suspensions as s')
    .where('s.traveler_id', '=', travelerId)
    .where('s.region_id', '=', regionId)
    .select(sql<Date | null>`max(greatest(s.letter_sent_at, s.dismissed_at, s.lifted_at))`.as('at'))
    .executeTakeFirstOrThrow()
  return at
}
