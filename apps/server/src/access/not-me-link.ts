import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { publicUrlOf } from '../settings/public-url.ts'

/** Long enough for whoever is on holiday, short enough for a mailbox that is somebody else's later. */
export const NOT_ME_DAYS = 7

export const hashOfNotMe = (token: string): string => createHash('sha256').update(token).digest('hex')

/** What lets the owner of an account say, once, that it was somebody else. Only its hash is stored. */
export const createNotMeLink = async (
  { clock, random, config }: Pick<Deps, 'clock' | 'random' | 'config'>,
  tx: Transaction<DB>,
  { user_id, former_address }: { user_id: number; former_address: boolean },
): Promise<{ link: string; expires_at: Date }> => {
  const token = random.token(32)
  const now = clock.wall()
  const expires_at = new Date(now.getTime() + NOT_ME_DAYS * 24 * 3600_000)
  await tx
    .insertInto('not_me_links')
    .values({ token_hash: hashOfNotMe(token), user_id, former_address, created_at: now, expires_at })
    .execute()
  return { link: `${publicUrlOf(config)}/Admin/NotMe/${token}`, expires_at }
}
