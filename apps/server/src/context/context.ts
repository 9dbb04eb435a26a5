import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditActorKind, AuditVia } from '@ambit/contract'
import { spanNow } from './span.ts'

type Restore = {
  /** the event whose version is restored; null: a version older than the audit */
  restored_event: number | null
  /** a deleted record that gets its id back (migrations/0038_record_versions.sql) */
  restored?: { kind: string; id: number }
}

/** Who acts, in the terms of the table `audit_events`: every transaction takes it to the database with it. */
export type Context = Partial<Restore> & {
  actor_kind: AuditActorKind
  actor_id?: number | null
  actor_name?: string | null
  /** the endpoint's name, the job's or the command's */
  action: string
  via: AuditVia
  reason?: string | null
  request_id?: string | null
  session_id?: string | null
  address?: string | null
  user_agent?: string | null
  /** the service's clock */
  now?: () => Date
}

type Held = { current: Context | { seeding: true } }

const storage = new AsyncLocalStorage<Held>()

/** All that runs inside, however deep and however late, acts as this one. */
export const actingAs = <T>(context: Context, work: () => T): T => storage.run({ current: context }, work)

/** The demo's own data comes from nobody: thousands of rows, written before there is a user. */
export const seeding = <T>(work: () => T): T => storage.run({ current: { seeding: true } }, work)

export type ActingPerson = Required<Pick<Context, 'actor_kind' | 'actor_id' | 'actor_name'>>

/** For what is written from now on, once a password or a link was right. */
export const nameActor = (actor: ActingPerson): void => {
  const held = storage.getStore()
  if (held !== undefined && 'action' in held.current) held.current = { ...held.current, ...actor }
}

/** What is done inside restores a version. */
export const restoring = <T>(what: Restore, work: () => T): T => {
  const current = contextNow()
  if (current === null) throw new Error('a restore outside of a request')
  return actingAs({ ...current, ...what, via: 'restore' }, work)
}

/** Null outside of a request, a job and a command. */
export const contextNow = (): Context | null => {
  const current = storage.getStore()?.current
  return current !== undefined && 'action' in current ? current : null
}

/** Why the caller does it, where they said so. */
export const givenReason = (): string | null => contextNow()?.reason ?? null

/** For the database, as JSON; null outside of a request, a job and a command. */
export const contextText = (): string | null => {
  const current = storage.getStore()?.current
  if (current === undefined) return null
  // The trigger knows this one by its first characters, so that the demo's rows cost it nothing.
  if (!('action' in current)) return '{"seeding":true}'
  const { now, ...context } = current
  return JSON.stringify({ ...context, at: now?.(), trace_id: spanNow()?.traceId })
}
