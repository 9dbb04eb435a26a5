import type { Deps } from '../deps.ts'
import { environmentFor } from '../http/authenticate.ts'
import { isDemo } from '../settings/demo.ts'

/** `capture`: none leaves the installation; `allowlist`: those to certain recipients do. */
export const messageMode = async ({ db, config }: Pick<Deps, 'db' | 'config'>) =>
  (await isDemo(db)) ? 'capture' : (config.messages.mode ?? (environmentFor(config) === 'prod' ? 'send' : 'capture'))

/** May a message leave the installation to this address or number? What may not is kept, and can be read. */
export const leaving = async ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<(recipient: string) => boolean> => {
  const { allowed } = config.messages
  const now = await messageMode({ db, config })
  return (recipient) => now === 'send' || (now === 'allowlist' && allowed.includes(recipient.toLowerCase()))
}
