import { z } from 'zod'
import { type Environment, environments, FeatureFlag } from '@ambit/contract'
import { defaultFlags, type Flag } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { environmentFor } from '../http/authenticate.ts'

const KEPT_MS = 5000
const Stored = z.record(z.string(), FeatureFlag)
const StoredName = z.object({ name: z.enum(environments).nullable() })

/** The feature flags of this installation: the product's own, with what the settings table says instead. */
export type FeatureFlags = {
  /** read from the database at most every five seconds */
  current: () => Promise<Record<string, Flag>>
  /** by the variable, else by the settings, else by the name under which people reach the portal; read as often */
  environment: () => Promise<Environment>
  /** after a change by this process, so that its next request sees it; other processes see it within five seconds */
  forget: () => void
}

type Kept = { at: number; flags: Record<string, Flag>; environment: Environment | null }

export const createFeatureFlags = ({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): FeatureFlags => {
  let kept: Kept | null = null
  const read = async (): Promise<Kept> => {
    const now = clock.monotonic()
    if (kept !== null && now - kept.at < KEPT_MS) return kept
    const rows = await db
      .selectFrom('settings')
      .select(['key', 'value'])
      .where('key', 'in', ['feature_flags', 'environment'])
      .execute()
    const valueOf = (key: string): unknown => rows.find((row) => row.key === key)?.value ?? {}
    const flags = Stored.safeParse(valueOf('feature_flags'))
    const environment = StoredName.safeParse(valueOf('environment'))
    kept = {
      at: now,
      flags: { ...defaultFlags(), ...(flags.success ? flags.data : {}) },
      environment: environment.success ? environment.data.name : null,
    }
    return kept
  }
  return {
    current: async () => (await read()).flags,
    environment: async () => config.environment ?? (await read()).environment ?? environmentFor(config),
    forget: () => {
      kept = null
    },
  }
}
