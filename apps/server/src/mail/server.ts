import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { decryptSecret } from '../access/secrets.ts'
import type { Deps } from '../deps.ts'
import { environmentFor } from '../http/authenticate.ts'
import { mayReach, networkList } from '../http/reach.ts'
import { asHtml } from './as-html.ts'
import { DEFAULT_SENDER, storedMail, type StoredMail } from '../settings/mail-server.ts'

/** How long the mail server may take to be found and to greet, in milliseconds; between two lines twice as long. */
const SILENCE_MS = 5000
/** What one mail may take in all, in milliseconds. */
const MAIL_MS = 20_000

const patience = {
  dnsTimeout: SILENCE_MS,
  connectionTimeout: SILENCE_MS,
  greetingTimeout: SILENCE_MS,
  socketTimeout: 2 * SILENCE_MS,
}

export class HostRefused extends Error {}
export class TooSlow extends Error {}

type Rules = Pick<Deps['config'], 'mailNetworks' | 'environment' | 'publicUrl' | 'host'>

/** Throws HostRefused for an address that the page may not name. A mail server on the machine itself is for trying things out. */
export const refuseHost = (config: Rules, host: string, addresses: readonly string[]): void => {
  const networks = networkList(config.mailNetworks)
  const trying = ['dev', 'demo'].includes(environmentFor(config))
  if (!addresses.every((address) => mayReach(networks, trying, address)))
    throw new HostRefused(`${host} is in a network that a mail server must not be in. See AMBIT_MAIL_NETWORKS`)
}

/** The key that the encrypted password lies under. */
export const MAIL_PASSWORD = 'mail_password'

/** What a password is encrypted for, so that it opens for no other server. */
export const passwordFor = ({ host, port, security, user }: StoredMail): string =>
  `mail password of ${user} for ${host} ${port} ${security}`

type Transport = ReturnType<typeof createTransport>
type Letter = {
  to: string
  subject: string
  text: string
  reply_to: string | null
  /** a part in HTML too, made from the text */
  html: boolean
  /** in letters of 18 points */
  large?: boolean
  /** the address that ends mails of this kind (RFC 8058) */
  unsubscribe?: string | null
}

/** A mail server as it is set up now. */
export type Post = { send: (letter: Letter) => Promise<void>; close: () => void }

type Needed = Pick<Deps, 'db' | 'config'>

/** By the environment, else as the settings say; null: there is none. It is looked for and called with the first mail. */
export const openPost = async ({ db, config }: Needed): Promise<Post | null> => {
  const stored = await storedMail(db)
  const connect = connecting({ db, config }, stored)
  if (connect === null) return null
  const from = config.mailFrom ?? stored.sender ?? DEFAULT_SENDER
  const ending = stored.signature === null ? '' : `\n\n-- \n${stored.signature}\n`
  let opened: Promise<Transport> | null = null
  return {
    send: ({ to, subject, text, reply_to, html, large = false, unsubscribe = null }) =>
      inTime(async () => {
        opened ??= connect()
        const transport = await opened
        const whole = `${text}${ending}`
        await transport.sendMail({
          from,
          to,
          subject,
          text: whole,
          ...(html ? { html: asHtml(whole, large) } : {}),
          ...(reply_to === null ? {} : { replyTo: reply_to }),
          ...(unsubscribe === null ? {} : { headers: oneClick(unsubscribe) }),
        })
      }),
    close: () => void opened?.then((transport) => transport.close()).catch(() => {}),
  }
}

const oneClick = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const connecting = ({ db, config }: Needed, stored: StoredMail): (() => Promise<Transport>) | null => {
  const { smtpUrl: url } = config
  if (url !== null) return async () => createTransport({ url, ...patience })
  const { host, port, security, user } = stored
  if (host === null) return null
  return async () => {
    const password = user === null ? null : await passwordOf({ db, config }, stored)
    const address = await addressOf(config, host)
    return createTransport({
      host: address,
      // The certificate has to be of the name, whatever address it has.
      ...(isIP(host) === 0 ? { servername: host } : {}),
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(user === null || password === null ? {} : { auth: { user, pass: password } }),
      ...patience,
    })
  }
}

/** Looked at and connected to, so that a name cannot lead elsewhere in between. */
const addressOf = async (config: Rules, host: string): Promise<string> => {
  const found = isIP(host) === 0 ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]
  refuseHost(config, host, found)
  return found[0] ?? host
}

const passwordOf = async ({ db, config }: Needed, stored: StoredMail): Promise<string | null> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', MAIL_PASSWORD).executeTakeFirst()
  return typeof row?.value === 'string' ? decryptSecret({ db, config }, row.value, passwordFor(stored)) : null
}

const inTime = (send: () => Promise<void>): Promise<void> => {
  const late = setTimeout(MAIL_MS, undefined, { ref: false }).then(() => {
    throw new TooSlow('The mail server took too long')
  })
  return Promise.race([send(), late])
}
