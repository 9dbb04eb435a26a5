import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import {
  type api,
  type ExceptionKind,
  type ExceptionRule,
  type ExceptionRuleInput,
  JudgedKind,
  judgedKinds,
} from '@ambit/contract'
import { refuseThresholds, ruleSpecs } from '@ambit/domain'
import { anyOf } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { regionScope, requireZone, type Scope, withinScope } from '../http/scope.ts'

type Input = z.output<typeof ExceptionRuleInput>

/** The rules of every kind in the zones that the caller sees: their own, or the default. */
export const listRules = async (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.exceptionRules.list.query>,
): Promise<ExceptionRule[]> => {
  const { region, zone } = query.filter ?? {}
  let zones = db.selectFrom('zones').where(withinScope(scope, 'region_id')).where('status', '=', 'active')
  if (region !== undefined) zones = zones.where('region_id', '=', anyOf(region))
  if (zone !== undefined) zones = zones.where('id', '=', anyOf(zone))
  const shown = await zones.select(['id', 'name']).orderBy('name').orderBy('id').execute()
  const rules = await readRules(db)
  return shown.flatMap(({ id, name }) =>
    judgedKinds.map((kind) => ({ zone_id: id, zone_name: name, kind, ...rules(id, kind) })),
  )
}

export type Rule = Pick<ExceptionRule, 'enabled' | 'watch' | 'soon' | 'urgent' | 'own'>
export type RuleOf = (zoneId: number, kind: JudgedKind) => Rule

/** The rule of a kind in a zone: few zones have their own. */
export const readRules = async (db: Kysely<DB>): Promise<RuleOf> => {
  const rows = await db
    .selectFrom('exception_rules')
    .select(['zone_id', 'kind', 'enabled', 'watch', 'soon', 'urgent'])
    .execute()
  const own = new Map(rows.map(({ zone_id, kind, ...rule }) => [`${zone_id} ${kind}`, rule]))
  return (zoneId, kind) => {
    const rule = own.get(`${zoneId} ${kind}`)
    return rule === undefined ? { enabled: true, ...ruleSpecs[kind].defaults, own: false } : { ...rule, own: true }
  }
}

/** The rule that an exception is judged by; null: its kind has none. */
export const ruleOf = async (
  db: Kysely<DB>,
  { kind, zone_id }: { kind: ExceptionKind; zone_id: number | null },
): Promise<Omit<Rule, 'enabled'> | null> => {
  const judged = JudgedKind.safeParse(kind)
  if (!judged.success || zone_id === null) return null
  const { watch, soon, urgent, own } = (await readRules(db))(zone_id, judged.data)
  return { watch, soon, urgent, own }
}

const isDefault = ({ kind, enabled, watch, soon, urgent }: Input): boolean => {
  const { defaults } = ruleSpecs[kind]
  return enabled && watch === defaults.watch && soon === defaults.soon && urgent === defaults.urgent
}

/** Throws 422 at the field that does not follow the others. */
export const changeRule = async (deps: Deps, input: Input, actor: Actor): Promise<ExceptionRule> => {
  await requireZone(deps.db, regionScope(actor), input.zone_id)
  const { zone_id, kind, enabled, watch, soon, urgent } = input
  const refused = refuseThresholds(kind, input)
  if (refused !== null) throw invalid([{ pointer: `/${refused.field}`, detail: refused.detail }])
  await deps.db.transaction().execute(async (tx) => {
    if (isDefault(input)) {
      await tx.deleteFrom('exception_rules').where('zone_id', '=', zone_id).where('kind', '=', kind).execute()
      return
    }
    const now = deps.clock.now()
    const rule = { enabled, watch, soon, urgent, updated_at: now }
    await tx
      .insertInto('exception_rules')
      .values({ zone_id, kind, created_at: now, ...rule })
      .onConflict((conflict) => conflict.columns(['zone_id', 'kind']).doUpdateSet(rule))
      .execute()
  })
  const { name } = await deps.db
    .selectFrom('zones')
    .where('id', '=', zone_id)
    .select(sql<string>`name`.as('name'))
    .executeTakeFirstOrThrow()
  return { ...input, zone_name: name, own: !isDefault(input) }
}
