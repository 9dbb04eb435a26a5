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
  /** after a change, so that the next request sees it; processes without live streams see it within five seconds */
  forget: () => void
}

type Kept = { flags: Record<string, Flag>; environment: Environment | null }

export const createFeatureFlags = ({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): FeatureFlags => {
  let kept: { at: number; read: Promise<Kept> } | null = null
  const readStored = async (): Promise<Kept> => {
    const rows = await db
      .selectFrom('settings')
      .select(['key', 'value'])
      .where('key', 'in', ['feature_flags', 'environment'])
      .execute()
    const valueOf = (key: string): unknown => rows.find((row) => row.key === key)?.value ?? {}
    const flags = Stored.safeParse(valueOf('feature_flags'))
    const environment = StoredName.safeParse(valueOf('environment'))
    return {
      flags: { ...defaultFlags(), ...(flags.success ? flags.data : {}) },
      environment: environment.success ? environment.data.name : null,
    }
  }
  const read = async (): Promise<Kept> => {
    const now = clock.monotonic()
    if (kept === null || now - kept.at >= KEPT_MS) kept = { at: now, read: readStored() }
    const asked = kept
    try {
      return await asked.read
    } catch (error) {
      if (kept === asked) kept = null
      throw error
    }
  }
  return {
    current: async () => (await read()).flags,
    environment: async () => config.environment ?? (await read()).environment ?? environmentFor(config),
    forget: () => {
      kept = null
    },
  }
}
