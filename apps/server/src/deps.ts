import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import type { Streets } from '@ambit/streets'
import type { Looks } from './access-events/looks.ts'
import type { ClockWatch } from './clock/watch.ts'
import type { Config } from './config.ts'
import type { Span, SpanFacts } from './context/span.ts'
import type { Damage } from './database/damage.ts'
import type { Disk } from './database/disk.ts'
import type { DB } from './database/schema.ts'
import type { Usage } from './database/usage.ts'
import type { Snapshots } from './database/snapshots.ts'
import type { RunningJobs } from './jobs/runner.ts'
import type { LiveBus } from './live/bus.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PushKeys } from './messages/push/vapid.ts'
import type { Payments } from './payment-methods/provider.ts'
import type { PlanningState } from './planning/state.ts'
import type { FeatureFlags } from './settings/flags.ts'

export type Clock = {
  now: () => Date
  /** the wall's clock, for sessions, links and throttling: the same as now() unless a demo has a time of its own */
  wall: () => Date
  /** how many seconds of the service pass in a second of the wall */
  readonly speed: number
  /** a demo's own clock only: from now on that many */
  setSpeed?: (speed: number) => void
  /** milliseconds of a clock that never jumps, for measuring only */
  monotonic: () => number
  /** a virtual clock only: forward to this moment, never back */
  moveTo?: (time: Date) => void
}

export type Random = {
  /** 0 ≤ x < 1 */
  next: () => number
  uuid: () => string
  /** unguessable, URL-safe */
  token: (bytes: number) => string
}

/** The part of pino that the modules use; fields first, then words. Never personal data. */
export type Logger = {
  debug: (fields: object, message?: string) => void
  info: (fields: object, message?: string) => void
  warn: (fields: object, message?: string) => void
  error: (fields: object, message?: string) => void
}

export type StreetsSource = {
  /** null while there is no street data, or while it is being opened */
  current: () => Streets | null
  /** where the data set lies; null as above */
  folder: () => string | null
}

/** What the modules tell of their work. Only words of these lists, and figures: never what a request holds. */
export type Measures = {
  /** seconds: null where it was refused before it began */
  searched: (outcome: 'offered' | 'nothing' | 'refused', seconds: number | null) => void
  confirmed: (outcome: 'booked' | 'gone' | 'refused' | 'failed') => void
  signedIn: (outcome: 'accepted' | 'refused' | 'held_up') => void
  positions: (number: number) => void
  optimised: (seconds: number) => void
  jobFailed: (job: string) => void
  streams: (change: 1 | -1) => void
  lag: (seconds: number) => void
  queried: (seconds: number) => void
}

/** Traces for a collector (OpenTelemetry); null where the installation has none. */
export type Tracing = {
  /** `traceparent`: the caller's header, or null; left out where nobody calls, as for a job */
  begin: (name: string, facts: SpanFacts, traceparent?: string | null) => Span
  /** sends what waits */
  close: () => Promise<void>
} | null

/** How a process goes down. */
export type Ending = {
  /** it is going to: a balancer should send new requests elsewhere */
  announced: AbortController
  /** it takes no more connections, and streams end */
  begun: AbortController
}
export const createEnding = (): Ending => ({ announced: new AbortController(), begun: new AbortController() })

export type Deps = {
  db: Kysely<DB>
  /** damaged pages that queries of the database have met */
  damage: Damage
  snapshots: Snapshots
  /** the disk of the data folder */
  disk: Disk
  clock: Clock
  clockWatch: ClockWatch
  random: Random
  mailer: Mailer
  payments: Payments
  streets: StreetsSource
  log: Logger
  config: Config
  live: LiveBus
  planning: PlanningState
  jobs: RunningJobs
  ending: Ending
  registry: Registry
  measures: Measures
  usage: Usage
  tracing: Tracing
  flags: FeatureFlags
  /** what session tokens are signed with */
  signingSecret: () => Promise<Uint8Array>
  /** what push services know the installation by */
  pushKeys: () => Promise<PushKeys>
  looks: Looks
}
