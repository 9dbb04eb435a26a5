import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Provider } from './attempts.ts'
import { join, textClaim } from './identities.ts'
import type { Claims } from './openid.ts'

/** Of the claims for names, else of the whole name, else of the address. */
const namesOf = (claims: Claims, email: string): { first_name: string; last_name: string } => {
  const [first, ...others] = (textClaim(claims, 'name', 255) ?? '').split(' ').filter((word) => word !== '')
  return {
    first_name: textClaim(claims, 'given_name', 255) ?? first ?? email.split('@')[0] ?? email,
    last_name: textClaim(claims, 'family_name', 255) ?? (others.length > 0 ? others.join(' ') : '—'),
  }
}

/**
 * A user for somebody whom the provider knows, where it is set to make some and their address is verified and of one of
 * its domains. An address that is a user's already makes none: nobody is known by an address.
 */
export const makeUser = async (
  deps: Deps,
  tx: Transaction<DB>,
  provider: Provider,
  claims: Claims,
): Promise<{ id: number; email: string } | null> => {
  const email = textClaim(claims, 'email')
  const [, domain, ...more] = email?.toLowerCase().split('@') ?? []
  if (
    !provider.make_users ||
    email === null ||
    domain === undefined ||
    more.length > 0 ||
    claims['email_verified'] !== true
  )
    return null
  if (!provider.email_domains.includes(domain)) return null
  const taken = await tx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(${email}) in (lower(email), lower(username))`)
    .executeTakeFirst()
  if (taken !== undefined) return null
  const now = deps.clock.now()
  const { id } = await tx
    .insertInto('users')
    .values({
      ...namesOf(claims, email),
      username: email,
      email,
      regions_from: provider.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await join(deps, tx, id, { provider_id: provider.id, subject: claims.sub, email })
  return { id, email }
}
