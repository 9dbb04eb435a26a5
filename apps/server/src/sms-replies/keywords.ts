import type { SmsReplyKind } from '@ambit/contract'

/**
 * The words of the shipped languages, without accents. `cancel` and its like are none: whoever writes that may mean the
 * ride.
 */
const words: Readonly<Record<Exclude<SmsReplyKind, 'other'>, readonly string[]>> = {
  stop: ['stop', 'stopall', 'unsubscribe', 'stopp', 'abmelden', 'alto', 'parar', 'baja'],
  start: ['start', 'unstop', 'anmelden', 'inicio', 'alta'],
  help: ['help', 'info', 'hilfe', 'ayuda'],
  where: ['where', 'wo', 'donde'],
}
const kinds = ['stop', 'start', 'help', 'where'] as const

/** What a reply asks for: the word alone, in any case, with or without accents and full stops. */
export const kindOf = (text: string): SmsReplyKind => {
  const word = text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{P}\s]/gu, '')
    .toLowerCase()
  return kinds.find((kind) => words[kind].includes(word)) ?? 'other'
}
