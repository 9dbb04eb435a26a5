import { z } from 'zod'
import { FeatureFlag } from '@ambit/contract'
import { defaultFlags, type Flag } from '@ambit/domain'
import type { Deps } from '../deps.ts'

const KEEP = 5000
const cache = new WeakMap<Deps['db'], { at: number; flags: Record<string, Flag> }>()
const Stored = z.record(z.string(), FeatureFlag)

/** The switches of this installation: the product's own, with what the settings table says instead. Read at most every 5 s. */
export const currentFlags = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Record<string, Flag>> => {
  const now = clock.monotonic()
  const known = cache.get(db)
  if (known !== undefined && now - known.at < KEEP) return known.flags
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'feature_flags').executeTakeFirst()
  const stored = Stored.safeParse(row?.value ?? {})
  const flags = { ...defaultFlags(), ...(stored.success ? stored.data : {}) }
  cache.set(db, { at: now, flags })
  return flags
}

/** Somebody here changed them: the next request reads them anew. Other processes do within 5 s. */
export const forgetFlags = ({ db }: Pick<Deps, 'db'>): void => void cache.delete(db)
