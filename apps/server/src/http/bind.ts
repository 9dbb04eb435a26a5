import type { Span } from '../context/span.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Endpoint } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Hidden } from './mask-plans.ts'
import type { PortalCookies } from './portal-cookies.ts'
import type { RideCookie } from './ride-cookie.ts'

/** Who calls. `permissions` are merged over the user's roles; whether a key holds now is `can` of the domain. */
export type Actor =
  | {
      kind: 'user'
      id: number
      name: string
      permissions: Readonly<Record<string, boolean>>
      /** switches that are off for this user, of those without a key of their own too */
      withheld: readonly string[]
      /** knows passengers by their number alone */
      pseudonymous: boolean
      /** regions that the user is limited to; null: all */
      region_ids: number[] | null
      /** the organisation that the user represents; null: none */
      organisation_id: number | null
      /** the passengers that a representative sees, whose consent is in force; null: not a representative */
      represents: readonly number[] | null
      session_id: string
      /** a second factor is overdue: only the own account opens */
      overdue: boolean
    }
  /** `upload_trip`: the trip whose actions and positions alone the token is for; null: a session of the driver */
  | { kind: 'driver'; id: number; name: string; session_id: string; upload_trip: number | null }
  | { kind: 'passenger'; id: number; name: string; session_id: string; consumer_app_id: number }
  | { kind: 'public' }

/** Keeps the answer of a keyed call in the transaction of what it tells of, and hands it back. */
export type Keep = <T>(tx: Transaction<DB>, answer: T) => Promise<T>

/** A part of a keyed call that is stored by itself: where the call is repeated, it answers as it did the first time. */
export type Part = <T>(place: number, run: (keep: Keep) => Promise<T>) => Promise<T>

export type Call<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  actor: Actor
  /** what of passengers is masked for the caller: the answer is masked by itself, what is searched and written to files is not */
  hidden: Hidden
  /** from If-Match; null when the caller sent none */
  version: number | null
  requestId: string
  /** the caller's network address, for throttling only */
  address: string
  /** the name that the caller called the server by, without its port */
  host: string
  /** asked by a program on the server's own machine: see `caller.ts` */
  local: boolean
  /** of a caller that keeps its session in cookies, as the portal does; null: it is answered its token */
  portal: PortalCookies | null
  /** of the passengers' app */
  ride: RideCookie
  /** the answer of a keyed endpoint goes through it, last in its transaction */
  keep: Keep
  part: Part
}

/** What a handler may return for T: times may still be Date, JSON writes them as the contract's ISO text. */
export type Wire<T> = unknown extends T
  ? T
  : T extends string
    ? string extends T
      ? T | Date
      : T
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Wire<z.output<E['answer']>>>
export type Step<E extends Endpoint, K> = (call: Call<E>) => Promise<K>
export type Show<E extends Endpoint, K> = (kept: K, call: Call<E>) => Promise<Wire<z.output<E['answer']>>>
export type RawHandler<E extends Endpoint> = (
  call: Call<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>

/** What would be sent to an endpoint. */
export type Sent = { params?: unknown; body?: unknown; version?: number | null }

/** Ties an endpoint of the contract to its handler: validated input, permission checked, answer in the contract's shape. */
export type Bind = {
  <E extends Endpoint>(endpoint: E, handler: Handler<E>): void
  /** for an answer that can be read again: a keyed call keeps only what `show` reads it by, when it is repeated too */
  shown: <E extends Endpoint, K>(endpoint: E, show: Show<E, K>, step: Step<E, K>) => void
  /** for answers that are not JSON */
  raw: <E extends Endpoint>(endpoint: E, handler: RawHandler<E>) => void
  /** Does what another endpoint does, with its checks, for the caller of this one. */
  asIf: (endpoint: Endpoint, sent: Sent, caller: Call<Endpoint>) => Promise<unknown>
}

export type Module = (bind: Bind, deps: Deps) => void

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the library's own
  interface FastifyRequest {
    /** set before the body is read, for endpoints of the contract */
    actor: Actor
    /** the monotonic clock's milliseconds */
    startedAt: number
    /** null without tracing */
    span: Span | null
  }
}
