import type { TestServer } from './server.ts'

/** A kind of mobility aid that the region keeps. */
export const aidOf = async ({ deps: { db } }: TestServer, region_id: number): Promise<number> => {
  const aids = db.selectFrom('mobility_aids').select('id').where('region_id', '=', region_id).orderBy('id')
  return (await aids.executeTakeFirstOrThrow()).id
}
