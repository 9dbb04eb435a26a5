import type { Deps } from '../deps.ts'

/**
 * Where the provider of a session ends its own; null where it has no such address. It is told the client alone: an ID
 * token would reach the browser.
 */
export const endSessionUrl = async ({ db, config }: Deps, sessionId: string): Promise<string | null> => {
  const provider = await db
    .selectFrom('sessions as s')
    .innerJoin('sso_providers as p', 'p.id', 's.provider_id')
    .select(['p.end_session_endpoint', 'p.client_id'])
    .where('s.id', '=', sessionId)
    .executeTakeFirst()
  if (provider === undefined || provider.end_session_endpoint === null || config.publicUrl === null) return null
  const url = URL.parse(provider.end_session_endpoint)
  if (url === null) return null
  url.searchParams.set('client_id', provider.client_id)
  url.searchParams.set('post_logout_redirect_uri', `${config.publicUrl.replace(/\/$/, '')}/Login`)
  return url.href
}
