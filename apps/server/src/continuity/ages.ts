import type { Deps } from '../deps.ts'
import { newestIn } from './folder.ts'

/**
 * Age of the newest pack of the region whose pack is oldest, in seconds, for each folder; infinite where a region has none
 * or the folder cannot be read.
 */
export const packAges = async ({
  config: { continuityFolders },
  clock,
  db,
}: Pick<Deps, 'config' | 'clock' | 'db'>): Promise<number[]> => {
  if (continuityFolders.length === 0) return []
  const regions = await db.selectFrom('regions').select('id').where('status', '=', 'active').execute()
  const now = clock.wall().getTime()
  return Promise.all(
    continuityFolders.map(async (folder) => {
      const newest = await newestIn(folder).catch(() => new Map<number, Date>())
      return Math.max(0, ...regions.map(({ id }) => (now - (newest.get(id)?.getTime() ?? -Infinity)) / 1000))
    }),
  )
}
