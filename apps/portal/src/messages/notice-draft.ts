import {
  type MessageLanguage,
  messageLanguages,
  NOTICE_LENGTH,
  NOTICE_SHORTEST,
  type NoticeDelivery,
  type NoticeDraft,
  type NoticeTexts,
} from '@ambit/contract'
import { noticeStrings as words } from './notice-strings.ts'

/** What is being written; times are ISO, or empty. */
export type Written = {
  region_id: number | null
  zone_ids: number[]
  texts: Record<MessageLanguage, string>
  valid_from: string
  valid_until: string
  delivery: NoticeDelivery
}

const noTexts: Record<MessageLanguage, string> = { en: '', de: '', es: '' }

/** Begins with what was prepared, and is shown alone until somebody says otherwise. */
export const beginWith = (prepared: NoticeDraft | null, region_id: number | null, now: Date): Written => ({
  region_id: prepared?.region_id ?? region_id,
  zone_ids: prepared?.zone_ids ?? [],
  texts: { ...noTexts, ...prepared?.texts },
  valid_from: prepared?.valid_from ?? now.toISOString(),
  valid_until: prepared?.valid_until ?? '',
  delivery: 'show',
})

export const writtenLanguages = (texts: NoticeTexts): MessageLanguage[] =>
  messageLanguages.filter((language) => texts[language] !== undefined)

const isWrongLength = (text: string): boolean => {
  const { length } = text.trim()
  return length > 0 && (length < NOTICE_SHORTEST || length > NOTICE_LENGTH)
}

/** What is wrong, by field; a text's by its language. */
export type Problems = Partial<Record<'region' | 'zones' | 'from' | 'until' | MessageLanguage, string>>

/** What cannot stay as it is, whatever else is written. */
const wrongOf = ({ texts, valid_from, valid_until }: Written, now: Date): Problems => {
  const problems: Problems = {}
  for (const language of messageLanguages)
    if (isWrongLength(texts[language])) problems[language] = words.textHint(NOTICE_SHORTEST, NOTICE_LENGTH)
  const until = new Date(valid_until)
  if (until <= now) problems.until = words.isOver
  if (until <= new Date(valid_from)) problems.until = words.endsBefore
  return problems
}

/** With what is missing still, once somebody has `tried` to go on. */
export const problemsOf = (written: Written, { now, tried }: { now: Date; tried: boolean }): Problems => {
  const problems = wrongOf(written, now)
  if (!tried) return problems
  if (written.region_id === null) problems.region = words.needsRegion
  else if (written.zone_ids.length === 0) problems.zones = words.needsZones
  if (written.valid_from === '') problems.from = words.needsTime
  if (written.valid_until === '') problems.until = words.needsTime
  if (messageLanguages.every((language) => written.texts[language].trim() === '')) problems.en = words.needsText
  return problems
}

/** What can be sent; null while something is missing or wrong. */
export const draftOf = (written: Written, now: Date): NoticeDraft | null => {
  const { region_id, zone_ids, texts, valid_from, valid_until } = written
  if (region_id === null || Object.keys(problemsOf(written, { now, tried: true })).length > 0) return null
  const said = messageLanguages.filter((language) => texts[language].trim() !== '')
  return {
    region_id,
    zone_ids,
    texts: Object.fromEntries(said.map((language) => [language, texts[language].trim()])),
    valid_from,
    valid_until,
  }
}
