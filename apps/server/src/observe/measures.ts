import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Measures } from '../deps.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What the modules tell of their work, as counters and histograms of this process. */
export const createMeasures = (): { registry: Registry; measures: Measures } => {
  const registry = new Registry()
  return { registry, measures: measuresIn(registry) }
}

const measuresIn = (registry: Registry): Measures => {
  const registers = [registry]
  const count = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers })
  const spread = (name: string, help: string) => new Histogram({ name, help, buckets: SECONDS, registers })
  const searches = count('searches_total', 'Searches for a journey, by outcome', 'outcome')
  const searched = spread('search_seconds', 'Time that a search for a journey took')
  const confirmations = count('confirmations_total', 'Offerings that were to be booked, by outcome', 'outcome')
  const signIns = count('sign_in_total', 'Attempts to sign in, by outcome', 'outcome')
  const positions = count('positions_total', 'Positions of vehicles that were stored')
  const optimised = spread('optimiser_seconds', 'Time that the optimiser took for a plan')
  const failures = count('jobs_failed_total', 'Runs of jobs that failed or came too late', 'job')
  const streams = new Gauge({ name: 'live_streams', help: 'Open live streams', registers })
  const lag = spread('live_lag_seconds', 'Time from a change to its event on a live stream')
  const queries = spread('db_query_seconds', 'Time that a statement took')
  return {
    searched: (outcome, seconds) => {
      searches.inc({ outcome })
      if (seconds !== null) searched.observe(seconds)
    },
    confirmed: (outcome) => confirmations.inc({ outcome }),
    signedIn: (outcome) => signIns.inc({ outcome }),
    positions: (number) => positions.inc(number),
    optimised: (seconds) => optimised.observe(seconds),
    jobFailed: (job) => failures.inc({ job }),
    streams: (change) => streams.inc(change),
    lag: (seconds) => lag.observe(Math.max(0, seconds)),
    queried: (seconds) => queries.observe(seconds),
  }
}
