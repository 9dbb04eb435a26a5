import type { Processing } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { messageMode } from '../messages/mode.ts'
import { knownPushServices } from '../messages/push/services.ts'
import { mailServerOf } from '../settings/mail-server.ts'
import { currentApp } from '../settings/shown.ts'

/** Whom the product can send personal data to, or would if it did. */
const names = {
  cards: 'card providers',
  mail: 'mail servers',
  sms: 'SMS services',
  push: 'push services',
  sign_on: 'providers of single sign-on',
  partners: 'partners',
  webhooks: 'webhooks',
  collector: 'collectors of traces',
  map: 'outside maps',
  backups: 'folders of backups',
  packs: 'folders of continuity packs',
} as const
export type RecipientKind = keyof typeof names
export type Recipients = Record<RecipientKind, Processing['sent_to']>

const STRIPE = 'api.stripe.com'

/** A host alone: an address may hold a password. */
const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

/** As the installation is set up now; never a secret. */
export const recipientsNow = async ({ db, config, payments }: Pick<Deps, 'config' | 'db' | 'payments'>) => {
  const smsPlace = config.sms.kind === 'off' ? null : config.sms.url
  const { cards, tracing, backupFolder, backupRecipients, continuityFolders, continuityPassphrase } = config
  const provider = await payments.current()
  const mailServer = await mailServerOf(db, config)
  const signOn = await db.selectFrom('sso_providers').select(['name', 'issuer']).orderBy('id').execute()
  const { outsideMapUrl } = await currentApp(db, config)
  const folder = (encrypted: boolean) => (encrypted ? 'Folder, encrypted' : 'Folder')
  const found: Recipients = {
    // The test provider is a part of the server.
    cards:
      provider?.kind === 'stripe' && cards.kind === 'stripe'
        ? [{ name: 'Card provider Stripe', place: cards.url === undefined ? STRIPE : hostOf(cards.url) }]
        : [],
    mail: mailServer === null ? [] : [{ name: 'Mail server', place: mailServer }],
    sign_on: signOn.map(({ name, issuer }) => ({ name: `Single sign-on ${name}`, place: hostOf(issuer) })),
    collector: tracing === null ? [] : [{ name: 'Collector of traces', place: hostOf(tracing.endpoint) }],
    map: outsideMapUrl === null ? [] : [{ name: 'Map that staff open a place in', place: hostOf(outsideMapUrl) }],
    backups: backupFolder === null ? [] : [{ name: folder(backupRecipients.length > 0), place: backupFolder }],
    packs: continuityFolders.map((place) => ({ name: folder(continuityPassphrase !== null), place })),
    sms: smsPlace === null ? [] : [{ name: 'SMS gateway', place: hostOf(smsPlace) }],
    push:
      (await messageMode({ db, config })) === 'capture'
        ? []
        : [...knownPushServices, ...config.pushServices].map((place) => ({ name: 'Push service of browsers', place })),
    partners: [],
    webhooks: [],
  }
  return found
}

/** The kinds that there are none of, in words. */
export const noneOf = (recipients: Recipients): string[] =>
  // Object.entries does not know that there are no others.
  (Object.entries(names) as [RecipientKind, string][]).flatMap(([kind, name]) =>
    recipients[kind].length === 0 ? [name] : [],
  )
