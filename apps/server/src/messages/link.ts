import type { Kysely } from 'kysely'
import type { MessageEvent } from '@ambit/contract'
import { placeholders } from '@ambit/domain'
import { addressOf, codeFor } from '../access/ride-links.ts'
import { CODE_LENGTH } from '../access/ride-link-codes.ts'
import { keyedHashes } from '../access/secrets.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'

type Linking = Pick<Deps, 'db' | 'clock' | 'config' | 'random'>
type Linked = { event: MessageEvent; service_request_id: number }

/** What stands in kept texts in the place of a code. */
const HIDDEN = '*'.repeat(CODE_LENGTH)
const SAMPLE = '7k2m9qd4xw'

/** The passengers' own links, by which they follow and cancel a ride, or get to paying for it. */
export const createLinks = async ({ db, clock, config, random }: Linking) => {
  const hash = await keyedHashes({ db, config })
  const codeOf = (tx: Kysely<DB>, { event, service_request_id }: Linked): Promise<string> =>
    codeFor({ clock, random, hash }, tx, {
      service_request_id,
      purpose: event === 'payment_failed' ? 'pay' : 'manage',
    })
  return {
    /** Null where the texts of the event name none. */
    of: async (tx: Kysely<DB>, message: Linked): Promise<string | null> =>
      placeholders[message.event].includes('link') ? addressOf(config, await codeOf(tx, message)) : null,
    /** The text as it was before its code was taken out. */
    withCode: async (text: string, message: Linked): Promise<string> =>
      text.includes(addressOf(config, HIDDEN))
        ? text.replaceAll(addressOf(config, HIDDEN), addressOf(config, await codeOf(db, message)))
        : text,
  }
}

/** A text as it is kept and shown to staff, who follow and cancel rides by other rights. */
export const withoutCode = (text: string, link: string | null): string =>
  link === null ? text : text.replaceAll(link, link.slice(0, -CODE_LENGTH) + HIDDEN)

/** What is said on the phone, where a link is of no use. */
export const withoutLink = (text: string, link: string | null): string =>
  link === null
    ? text
    : text
        .split('\n')
        .filter((line) => !line.includes(link))
        .join('\n')

/** For previews. */
export const sampleLink = (config: Deps['config']): string => addressOf(config, SAMPLE)
