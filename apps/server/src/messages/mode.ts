import type { Deps } from '../deps.ts'
import { environmentFor } from '../http/authenticate.ts'
import { isDemo } from '../settings/demo.ts'

/** May a message leave the installation to this address or number? What may not is kept, and can be read. */
export const leaving = async ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<(recipient: string) => boolean> => {
  const { mode, allowed } = config.messages
  const now = (await isDemo(db)) ? 'capture' : (mode ?? (environmentFor(config) === 'prod' ? 'send' : 'capture'))
  return (recipient) => now === 'send' || (now === 'allowlist' && allowed.includes(recipient.toLowerCase()))
}
