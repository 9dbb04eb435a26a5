import type { LiveEvent } from '@ambit/contract'

export type StoredEvent = {
  id: number
  kind: LiveEvent['kind']
  zone_id: number | null
  region_id: number | null
  /** of a record: the regions whose users may see it; null: all */
  region_ids: number[] | null
  payload: LiveEvent
  created_at: Date
}

/** What happened, from any process, in the order of its commit. */
export type LiveBus = {
  /** whether commits may overtake each other: an event may come after one with a greater id */
  overtakes: boolean
  /** returns the way to stop */
  subscribe: (listener: (event: StoredEvent) => void) => () => void
}
