import type { Transaction } from 'kysely'
import { api, type RetentionKind } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { fresh } from '../http/versions.ts'
import { previewRemoval } from './preview.ts'
import { changeOf, noNext, type Rule, rulesAt, settleRules } from './rules.ts'

export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.retentionRules.list, async () => {
    const data = await rulesAt(db, clock.now())
    return { data, meta: { total: data.length, total_count: data.length } }
  })

  bind(api.retentionRules.preview, async ({ query: { kind, period } }) => {
    const rule = (await rulesAt(db, clock.now())).find((one) => one.kind === kind)
    return { data: await previewRemoval(deps, kind, period ?? rule?.period ?? null) }
  })

  bind(api.retentionRules.update, ({ params: { kind }, body, version }) =>
    changed(kind, version, (rule) => changeOf(rule, body, clock.now())),
  )

  bind(api.retentionRules.takeBack, ({ params: { kind }, version }) =>
    changed(kind, version, ({ next }) => {
      if (next === null) throw conflict('There is nothing to take back: no shorter period is waiting')
      return noNext
    }),
  )

  const lock = async (tx: Transaction<DB>, kind: RetentionKind): Promise<Rule> => {
    await tx.selectFrom('retention_rules').select('kind').where('kind', '=', kind).forUpdate().execute()
    const rule = (await rulesAt(tx, clock.now())).find((one) => one.kind === kind)
    if (rule === undefined) throw notFound()
    return rule
  }

  const changed = (kind: RetentionKind, version: number | null, change: (rule: Rule) => object) =>
    db.transaction().execute(async (tx) => {
      await settleRules(tx, clock.now())
      const rule = fresh(await lock(tx, kind), version)
      await tx
        .updateTable('retention_rules')
        .set({ ...change(rule), updated_at: clock.now() })
        .where('kind', '=', kind)
        .execute()
      return { data: await lock(tx, kind) }
    })
}
