import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep, Part } from './bind.ts'
import { conflict, invalid } from './errors.ts'

export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')

/** A call of an endpoint that is safe to repeat; without a key it is an ordinary one. */
export type Keyed = { key: string | null; actor: string; endpoint: string; request_hash: string }

/** For what also runs outside of a keyed call. */
export const keepNothing: Keep = async (_tx, answer) => answer

/**
 * Runs the call and answers what it kept: in one transaction with its changes, so that a call whose server died has
 * either done nothing or left its answer. Every later call with the key gets that answer. Of two at the same moment the
 * second fails, at the key or at what the first has changed, with nothing changed; it gets the first one's answer too.
 * A call that was refused keeps nothing. The same key with another request is refused.
 */
export const once = async <T>(deps: Deps, keyed: Keyed, run: (keep: Keep) => Promise<T>): Promise<T> => {
  const before = await keptAnswer(deps.db, keyed)
  if (before !== null) return before.answer as T // kept by a call of the same endpoint
  const kept: unknown[] = []
  const keep: Keep = async (tx, answer) => {
    kept.push(answer)
    await insert(tx, keyed, answer, deps.clock.wall())
    return answer
  }
  const outcome = await run(keep).then(
    (answer) => ({ answer }),
    async (error: unknown) => {
      const meanwhile = await keptAnswer(deps.db, keyed)
      if (meanwhile === null) throw error
      kept.push(meanwhile.answer)
      return { answer: meanwhile.answer as T } // as above
    },
  )
  if (deps.config.checkAnswers) requireKept(keyed, kept.at(-1), outcome.answer)
  return outcome.answer
}

/** The parts of a call, each kept under the call's key and its place. No key that a client sends has two lines. */
export const partsOf =
  (deps: Deps, keyed: Keyed): Part =>
  (place, run) =>
    once(deps, { ...keyed, key: keyed.key === null ? null : `${keyed.key}\n${place}` }, run)

export const actorKey = (actor: Actor): string => (actor.kind === 'public' ? 'public' : `${actor.kind}:${actor.id}`)

/** Waits for a call that is about to commit the same key. A row without an answer is of a process of an older version. */
const insert = async (
  tx: Kysely<DB>,
  { key, actor, endpoint, request_hash }: Keyed,
  answer: unknown,
  created_at: Date,
): Promise<void> => {
  if (key === null) return
  const kept = { request_hash, status: 200, answer: JSON.stringify(answer ?? null), created_at }
  const row = await tx
    .insertInto('idempotency_keys')
    .values({ key, actor, endpoint, ...kept })
    .onConflict((taken) =>
      taken.columns(['actor', 'endpoint', 'key']).doUpdateSet(kept).where('idempotency_keys.status', 'is', null),
    )
    .returning('key')
    .executeTakeFirst()
  if (row === undefined) throw conflict('The same request has just been answered')
}

const keptAnswer = async (
  db: Kysely<DB>,
  { key, actor, endpoint, request_hash }: Keyed,
): Promise<{ answer: unknown } | null> => {
  if (key === null) return null
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('key', '=', key)
    .where('actor', '=', actor)
    .where('endpoint', '=', endpoint)
    .where('status', 'is not', null)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.request_hash !== request_hash)
    throw invalid([{ pointer: '', title: 'Idempotency-Key', detail: 'This key was used for another request' }])
  return { answer: row.answer }
}

/** Throws when a call that must be safe to repeat answers what it has not kept. Tests and development only. */
const requireKept = ({ endpoint }: Keyed, kept: unknown, answer: unknown): void => {
  if (JSON.stringify(kept) !== JSON.stringify(answer))
    throw new Error(`${endpoint} does not keep its answer: a repeated call would change things twice`)
}
