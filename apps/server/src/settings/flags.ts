import { z } from 'zod'
import { FeatureFlag } from '@ambit/contract'
import { defaultFlags, type Flag } from '@ambit/domain'
import type { Deps } from '../deps.ts'

const KEPT_MS = 5000
const Stored = z.record(z.string(), FeatureFlag)

/** The feature flags of this installation: the product's own, with what the settings table says instead. */
export type FeatureFlags = {
  /** read from the database at most every five seconds */
  current: () => Promise<Record<string, Flag>>
  /** after a change by this process, so that its next request sees it; other processes see it within five seconds */
  forget: () => void
}

export const createFeatureFlags = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): FeatureFlags => {
  let kept: { at: number; flags: Record<string, Flag> } | null = null
  return {
    current: async () => {
      const now = clock.monotonic()
      if (kept !== null && now - kept.at < KEPT_MS) return kept.flags
      const row = await db.selectFrom('settings').select('value').where('key', '=', 'feature_flags').executeTakeFirst()
      const stored = Stored.safeParse(row?.value ?? {})
      const flags = { ...defaultFlags(), ...(stored.success ? stored.data : {}) }
      kept = { at: now, flags }
      return flags
    },
    forget: () => {
      kept = null
    },
  }
}
