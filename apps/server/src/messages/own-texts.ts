import type { Kysely } from 'kysely'
import type { WrittenChannel, MessageEvent, MessageLanguage } from '@ambit/contract'
import { templateFaults } from '@ambit/domain'
import type { MessageFacts } from '../database/message-tables.ts'
import type { DB } from '../database/schema.ts'
import { fillIn, type Sender, type Template } from './fill-in.ts'

type Wanted = { region_id: number; event: MessageEvent; channel: WrittenChannel }
type OwnText = Wanted & Template & { language: MessageLanguage }

/** What the regions of these messages have written themselves. */
export const ownTexts = async (db: Kysely<DB>, messages: readonly { region_id: number }[]): Promise<OwnText[]> => {
  if (messages.length === 0) return []
  const rows = await db
    .selectFrom('message_templates')
    .select(['region_id', 'event', 'channel', 'language', 'subject', 'text'])
    .where('region_id', 'in', [...new Set(messages.map(({ region_id }) => region_id))])
    .where('text', 'is not', null)
    .execute()
  return rows.map(({ text, ...row }) => ({ ...row, text: text ?? '' }))
}

type Told = Wanted & { facts: MessageFacts; service_request_id: number; link: string | null }
type Words = {
  language: MessageLanguage
  subject: string | null
  text: string
  text_of: 'region' | 'product'
  template_error: boolean
}

/**
 * The message in words: the region's own in the first of these languages that it has one in, or the product's in the
 * first. A text of the region that cannot be filled in gives way to the product's.
 */
export const wordsFor = (
  own: readonly OwnText[],
  message: Told,
  languages: readonly [MessageLanguage, MessageLanguage],
  sender: Sender,
): Words => {
  const { event, channel, facts, link, service_request_id: booking } = message
  const isOf = (one: OwnText): boolean =>
    one.region_id === message.region_id && one.event === event && one.channel === channel
  const template = languages.flatMap((language) => own.filter((one) => isOf(one) && one.language === language))[0]
  const filled = (language: MessageLanguage, as?: Template) =>
    fillIn({ event, channel, language, facts, booking, sender, link, template: as })
  if (template !== undefined && isSound(event, template)) {
    const words = filled(template.language, template)
    if (words.text.trim() !== '')
      return { language: template.language, ...words, text_of: 'region', template_error: false }
  }
  const [language] = languages
  return { language, ...filled(language), text_of: 'product', template_error: template !== undefined }
}

const isSound = (event: MessageEvent, { subject, text }: Template): boolean =>
  [subject ?? '', text].every((words) => templateFaults(event, words).length === 0)
