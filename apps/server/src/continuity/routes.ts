import { sql } from 'kysely'
import { api, type ContinuityFolder } from '@ambit/contract'
import { noteEvent } from '../audit/note-event.ts'
import type { Deps } from '../deps.ts'
import type { Module } from '../http/bind.ts'
import { forbidden, notFound, notPossible } from '../http/errors.ts'
import { regionScope, requireRegion, type Scope, withinScope } from '../http/scope.ts'
import { catchUp } from './catch-up.ts'
import {
  isMissing,
  isWithin,
  newestIn,
  packsIn,
  readersOf,
  readPackFile,
  type StoredPack,
  troubleOf,
} from './folder.ts'
import { openOutages, tripsToCatchUp } from './open-stops.ts'
import type { PackFile } from './pack.ts'
import { WRITE_PACKS } from './write-packs.ts'

const types: Readonly<Record<PackFile, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'trips.csv': 'text/csv; charset=utf-8',
  'trips.pdf': 'application/pdf',
}

const MASKED =
  'A pack tells how to reach passengers, where they live and what they need, and some of it is masked for you'

export const routes: Module = (bind, deps) => {
  const { db, clock, config } = deps

  bind(api.continuityPacks.list, async ({ actor }) => {
    const scope = regionScope(actor)
    const data = await packs(deps, scope)
    return { data, meta: { total: data.length, total_count: data.length, state: await stateOf(deps, scope) } }
  })

  bind(api.continuityPacks.create, async ({ body, actor, keep }) => {
    const scope = regionScope(actor)
    if (body.region_id !== null) await requireRegion(db, scope, body.region_id)
    if (config.continuityFolders.length === 0) throw notPossible('This server has no folder for packs')
    const now = clock.now()
    return db.transaction().execute(async (tx) => {
      await sql`insert into continuity_wishes (region_id, wanted_at)
        select id, ${now} from regions where status = 'active' and ${withinScope(scope, 'id')}
          and (${body.region_id}::int is null or id = ${body.region_id})
        on conflict (region_id) do update set wanted_at = excluded.wanted_at`.execute(tx)
      await tx
        .updateTable('jobs')
        .set({ due_at: now })
        .where('name', '=', WRITE_PACKS)
        .where('due_at', '>', now)
        .execute()
      return keep(tx, { data: { wanted_at: now } })
    })
  })

  bind.raw(
    api.continuityPacks.file,
    async ({ params: { id: region, name }, query: { file }, actor, hidden }, _request, reply) => {
      const scope = regionScope(actor)
      if (scope !== null && !scope.includes(region)) throw notFound()
      // A file cannot be masked: it may be encrypted, and is the same for all.
      if (hidden.size > 0) throw forbidden(MASKED)
      const bytes = await fileOf(config.continuityFolders, region, name, file)
      if (bytes === undefined) throw notFound()
      await noteEvent(db, { kind: 'access', told: { pack: { region_id: region, name, file } } })
      return reply
        .type(types[file])
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}-${file}"`)
        .send(bytes)
    },
  )

  bind(api.continuityPacks.toCatchUp, async ({ actor }) => {
    const scope = regionScope(actor)
    const [data, outages] = [await tripsToCatchUp(db, scope, clock.now()), await openOutages(db, scope)]
    return { data, meta: { total: data.length, total_count: data.length, outages } }
  })

  bind(api.continuityPacks.catchUp, ({ body, actor, keep }) => catchUp(deps, actor, body, keep))

  bind(api.continuityPacks.settle, async ({ body: { region_id }, actor }) => {
    const scope = regionScope(actor)
    if (region_id !== null) await requireRegion(db, scope, region_id)
    await db
      .updateTable('outages')
      .set({ settled_at: clock.now() })
      .where('settled_at', 'is', null)
      .where(withinScope(scope, 'region_id'))
      .$if(region_id !== null, (query) => query.where('region_id', '=', region_id))
      .execute()
    return undefined
  })
}

/** Of the first folder that can be read: both hold the same. */
const packs = async ({ config }: Deps, scope: Scope): Promise<StoredPack[]> => {
  for (const folder of config.continuityFolders) {
    const found = await packsIn(folder, scope).catch(() => null)
    if (found !== null) return found
  }
  return []
}

const fileOf = async (
  folders: readonly string[],
  region: number,
  name: string,
  file: PackFile,
): Promise<Buffer | undefined> => {
  for (const folder of folders) {
    const bytes = await readPackFile(folder, region, name, file).catch(() => undefined)
    if (bytes !== undefined) return bytes
  }
  return undefined
}

const stateOf = async ({ db, clock, config }: Deps, scope: Scope) => {
  const regions = await db
    .selectFrom('regions as r')
    .leftJoin('continuity_wishes as w', 'w.region_id', 'r.id')
    .where('r.status', '=', 'active')
    .where(withinScope(scope, 'r.id'))
    .select(['r.id', 'r.name', 'r.time_zone', sql<boolean>`w.region_id is not null`.as('wanted')])
    .orderBy('r.name')
    .execute()
  const job = await db.selectFrom('jobs').select('last_error').where('name', '=', WRITE_PACKS).executeTakeFirst()
  const ids = regions.map(({ id }) => id)
  return {
    now: clock.wall(),
    folders: await Promise.all(config.continuityFolders.map((folder) => folderState(config, folder, ids))),
    encrypted: config.continuityPassphrase !== null,
    trouble: job?.last_error ?? null,
    regions,
  }
}

const folderState = async (
  { dataFolder }: Deps['config'],
  path: string,
  regions: readonly number[],
): Promise<ContinuityFolder> => {
  const none = { path, readers: null, newest: regions.map((region_id) => ({ region_id, written_at: null })) }
  try {
    const newest = await newestIn(path)
    return {
      path,
      readers: await readersOf(path),
      newest: regions.map((region_id) => ({ region_id, written_at: newest.get(region_id)?.toISOString() ?? null })),
      trouble: null,
    }
  } catch (error) {
    // The first pack makes it.
    if (isMissing(error) && isWithin(dataFolder, path)) return { ...none, trouble: null }
    return { ...none, trouble: troubleOf(path, error) }
  }
}
