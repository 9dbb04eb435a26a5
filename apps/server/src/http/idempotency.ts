import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from './bind.ts'
import { conflict, invalid } from './errors.ts'

/** How long a first call may run before its key is taken for one that died with its server. */
const DEAD_AFTER = 120_000
const WAIT_STEP = 50
const WAIT_AT_MOST = 15_000
export const KEEP_KEYS = 24 * 3600_000

export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')

type Keyed = { key: string; actor: string; endpoint: string; request_hash: string }

/**
 * The first call with a key runs; every later one, also one at the same moment, gets the first one's answer.
 * A call that fails gives its key back. The same key with another request is refused.
 */
export const once = async <T>(deps: Deps, keyed: Keyed, run: () => Promise<T>): Promise<T> => {
  if (!(await claim(deps, keyed))) {
    const answer = await firstAnswer(deps, keyed)
    if (answer !== 'gone') return answer.value as T // written below by a call of the same endpoint
    if (!(await claim(deps, keyed))) throw conflict('The first request with this key is still running')
  }
  try {
    const answer = await run()
    const row = { status: 200, answer: JSON.stringify(answer ?? null) }
    await find(deps.db.updateTable('idempotency_keys').set(row), keyed).execute()
    return answer
  } catch (error) {
    await find(deps.db.deleteFrom('idempotency_keys'), keyed).execute()
    throw error
  }
}

/**
 * Gives back the keys of calls that died with their server, so that asking again need not wait for them to be taken
 * for dead. Only where no other process can be running them: at the start, on the embedded database.
 */
export const releaseUnanswered = async (db: Kysely<DB>): Promise<void> => {
  await db.deleteFrom('idempotency_keys').where('status', 'is', null).execute()
}

export const actorKey = (actor: Actor): string => (actor.kind === 'public' ? 'public' : `${actor.kind}:${actor.id}`)

type Findable<Q> = { where: (column: 'key' | 'actor' | 'endpoint', operator: '=', value: string) => Q }
const find = <Q extends Findable<Q>>(query: Q, { key, actor, endpoint }: Keyed): Q =>
  query.where('key', '=', key).where('actor', '=', actor).where('endpoint', '=', endpoint)

/** True when this call is the first. */
const claim = async ({ db, clock }: Deps, keyed: Keyed): Promise<boolean> => {
  const dead = new Date(clock.wall().getTime() - DEAD_AFTER)
  const row = await db
    .insertInto('idempotency_keys')
    .values({ ...keyed, created_at: clock.wall() })
    .onConflict((onConflict) =>
      onConflict
        .columns(['actor', 'endpoint', 'key'])
        .doUpdateSet({ created_at: clock.wall() })
        .where('idempotency_keys.status', 'is', null)
        .where('idempotency_keys.created_at', '<', dead)
        .where('idempotency_keys.request_hash', '=', keyed.request_hash),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

const firstAnswer = async (deps: Deps, keyed: Keyed): Promise<{ value: unknown } | 'gone'> => {
  for (let waited = 0; waited <= WAIT_AT_MOST; waited += WAIT_STEP) {
    const row = await read(deps.db, keyed)
    if (row === undefined) return 'gone'
    if (row.request_hash !== keyed.request_hash) {
      throw invalid([{ pointer: '', title: 'Idempotency-Key', detail: 'This key was used for another request' }])
    }
    if (row.status !== null) return { value: row.answer }
    await setTimeout(WAIT_STEP)
  }
  throw conflict('The first request with this key is still running')
}

const read = (db: Kysely<DB>, { key, actor, endpoint }: Keyed) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('key', '=', key)
    .where('actor', '=', actor)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
