import type { MessageLanguage } from '@ambit/contract'
import type { SmsConfig } from '../../config.ts'

type Ending = { reply: string; call: (phone: string) => string; app: string }

/** Of letters that an SMS of 160 characters has. */
const endings: Readonly<Record<MessageLanguage, Ending>> = {
  en: { reply: 'STOP ends SMS.', call: (phone) => `No more SMS? Call ${phone}.`, app: 'No more SMS? See the app.' },
  de: {
    reply: 'STOPP beendet SMS.',
    call: (phone) => `Keine SMS mehr? Rufen Sie an: ${phone}.`,
    app: 'Keine SMS mehr? Siehe App.',
  },
  es: {
    reply: 'BAJA cancela los SMS.',
    call: (phone) => `Baja de SMS: ${phone}.`,
    app: 'Baja de SMS: en la app.',
  },
}

/** Replies are understood where their signature can be checked. */
const takesReplies = (sms: SmsConfig): boolean => sms.kind !== 'http' || sms.hookSecret !== null

type From = { service: string; region_phone: string | null; sms: SmsConfig }

/** An SMS as it is sent: it names the service and how to stop, whoever has written its text. */
export const wholeSms = (text: string, language: MessageLanguage, { service, region_phone, sms }: From): string => {
  const { reply, call, app } = endings[language]
  const ending = takesReplies(sms) ? reply : region_phone === null ? app : call(region_phone)
  const named = text.includes(service) ? text : `${service}: ${text}`
  return named.endsWith(ending) ? named : `${named}\n${ending}`
}
