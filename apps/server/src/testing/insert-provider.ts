import { aboutProvider } from '../sso/attempts.ts'
import { encryptSecret } from '../access/secrets.ts'
import type { TestServer } from './server.ts'

/** A provider that nobody reaches, for what needs none. */
export const insertProvider = async ({ deps }: TestServer, issuer = 'https://login.example.org'): Promise<number> => {
  const now = deps.clock.now()
  const { id } = await deps.db
    .insertInto('sso_providers')
    .values({
      name: 'House login',
      issuer,
      client_id: 'ambit',
      secret: await encryptSecret(deps, 'secret', aboutProvider(issuer)),
      secret_kind: 'secret',
      scopes: 'openid',
      group_claim: 'groups',
      offered: true,
      make_users: false,
      email_domains: [],
      counts_as_two_factors: false,
      two_factor_values: [],
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
