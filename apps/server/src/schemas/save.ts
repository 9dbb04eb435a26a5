import { sql } from 'kysely'
import type { SchemaInput, SchemaStage } from '@ambit/contract'
import { leavesOf } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { type FieldError, invalid, staleRecord } from '../http/errors.ts'
import { userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { currentSchema, findSchema, stagesOfEveryVersion } from './queries.ts'

/** A new version of the custom fields. Two that were built on the same version do not both become the next one. */
export const saveSchema = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { entity, stages }: SchemaInput,
  { builtOn, keep }: { builtOn: number | null; keep: Keep },
) =>
  db.transaction().execute(async (tx) => {
    // Readers continue; other saves wait here.
    await sql`lock table schemas in share row exclusive mode`.execute(tx)
    const current = await currentSchema(tx, entity)
    if (builtOn !== null && current !== undefined && current.version !== builtOn) throw staleRecord(current)
    const earlier = await stagesOfEveryVersion(tx, entity)
    const clashes = typeClashes(stages, earlier)
    if (clashes.length > 0) throw invalid(clashes)
    const { id } = await tx
      .insertInto('schemas')
      .values({
        entity,
        version: (current?.version ?? 0) + 1,
        stages: JSON.stringify(stages),
        created_by: userIdOf(actor),
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChanged(tx, 'schemas', id)
    return keep(tx, { data: (await findSchema(tx, id))! }) // inserted above
  })

type Version = { version: number; stages: readonly SchemaStage[] }

/**
 * A key that once held text cannot come back as a number: vehicles still carry the old values, which could not be
 * read or changed any more.
 */
const typeClashes = (stages: readonly SchemaStage[], earlier: readonly Version[]): FieldError[] => {
  const before = new Map<string, { type: string; version: number }>()
  for (const { version, stages: old } of earlier)
    for (const { path, field } of old.flatMap(leavesOf)) before.set(path.join('/'), { type: field.type, version })
  return stages.flatMap(leavesOf).flatMap(({ path, field }) => {
    const old = before.get(path.join('/'))
    if (old === undefined || old.type === field.type) return []
    return [
      {
        pointer: pointerTo(stages, path),
        title: field.label,
        detail: `In version ${old.version} this was a field of the type ${old.type}. Remove it and add one with another name`,
      },
    ]
  })
}

/** `allocation/area` → `/stages/0/fields/2/label` */
const pointerTo = (stages: readonly SchemaStage[], [stage = '', ...keys]: readonly string[]): string => {
  const at = stages.findIndex(({ key }) => key === stage)
  let pointer = `/stages/${at}`
  let fields = stages[at]?.fields ?? []
  for (const key of keys) {
    const index = fields.findIndex((field) => field.key === key)
    pointer += `/fields/${index}`
    fields = fields[index]?.fields ?? []
  }
  return `${pointer}/label`
}
