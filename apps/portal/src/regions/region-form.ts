import {
  emailText,
  EmergencyNumber,
  LEAST_REASON,
  type MessageLanguage,
  MOST_OVERRIDE_REASONS,
  MOST_QUICK_REPLIES,
  NavigationApp,
  navigationApps,
  OdometerRule,
  optionalText,
  OVERRIDE_REASON_LENGTH,
  QUICK_REPLY_LENGTH,
  type QuickReplies,
  type Region,
  RegionInput,
} from '@ambit/contract'
import { z } from 'zod'
import { browserTimeZone } from '../form/time-zones.ts'

/** Reaches help from mobile phones in most countries. */
const EMERGENCY_NUMBER = '112'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** One text a line. */
const TextsByLine = z.string().superRefine((text, context) => {
  const lines = linesOf(text)
  if (lines.length > MOST_QUICK_REPLIES)
    context.addIssue({ code: 'custom', message: `At most ${MOST_QUICK_REPLIES} texts` })
  if (lines.some((line) => line.length > QUICK_REPLY_LENGTH))
    context.addIssue({ code: 'custom', message: `Please keep each to ${QUICK_REPLY_LENGTH} characters` })
})

/** One reason a line. */
const ReasonsByLine = z.string().superRefine((text, context) => {
  const lines = linesOf(text)
  const say = (message: string): void => context.addIssue({ code: 'custom', message })
  if (lines.length > MOST_OVERRIDE_REASONS) say(`At most ${MOST_OVERRIDE_REASONS} reasons`)
  if (lines.some((line) => line.length < LEAST_REASON)) say(`Please use at least ${LEAST_REASON} characters for each`)
  if (lines.some((line) => line.length > OVERRIDE_REASON_LENGTH))
    say(`Please keep each to ${OVERRIDE_REASON_LENGTH} characters`)
})

/** What the form holds: the contract's rules, with empty text where the record says null. */
export const RegionForm = RegionInput.omit({ quick_replies: true, override_reasons: true }).extend({
  status: z.enum(['active', 'blocked']),
  contact_email: z.literal('').or(emailText),
  contact_phone: optionalText(40),
  receipt_note: optionalText(500),
  emergency_number: EmergencyNumber,
  navigation_apps: z.array(NavigationApp),
  odometer: OdometerRule,
  track_breaks: z.boolean(),
  quick_replies_en: TextsByLine,
  quick_replies_de: TextsByLine,
  quick_replies_es: TextsByLine,
  override_reasons_by_line: ReasonsByLine,
})
export type RegionForm = z.infer<typeof RegionForm>

/** A new region serves at once, where this browser is. */
export const regionValues = (region: Region | null): RegionForm => ({
  name: region?.name ?? '',
  status: region?.status ?? 'active',
  time_zone: region?.time_zone ?? browserTimeZone(),
  contact_email: region?.contact_email ?? '',
  contact_phone: region?.contact_phone ?? '',
  receipt_note: region?.receipt_note ?? '',
  emergency_number: region?.emergency_number ?? EMERGENCY_NUMBER,
  navigation_apps: region?.navigation_apps ?? [...navigationApps],
  odometer: region?.odometer ?? 'ask',
  track_breaks: region?.track_breaks ?? false,
  quick_replies_en: (region?.quick_replies.en ?? []).join('\n'),
  quick_replies_de: (region?.quick_replies.de ?? []).join('\n'),
  quick_replies_es: (region?.quick_replies.es ?? []).join('\n'),
  override_reasons_by_line: (region?.override_reasons ?? []).join('\n'),
})

export const regionBody = ({
  quick_replies_en,
  quick_replies_de,
  quick_replies_es,
  override_reasons_by_line,
  ...values
}: RegionForm): z.infer<typeof RegionInput> => ({
  ...values,
  contact_email: values.contact_email === '' ? null : values.contact_email,
  contact_phone: values.contact_phone === '' ? null : values.contact_phone,
  receipt_note: values.receipt_note === '' ? null : values.receipt_note,
  override_reasons: linesOf(override_reasons_by_line),
  quick_replies: withTexts({ en: quick_replies_en, de: quick_replies_de, es: quick_replies_es }),
})

/** A language without texts has those of the product. */
const withTexts = (texts: Record<MessageLanguage, string>): QuickReplies =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([language, text]) => [language, linesOf(text)] as const)
      .filter(([, lines]) => lines.length > 0),
  )
