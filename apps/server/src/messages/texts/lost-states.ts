import type { LostItemState, MessageLanguage } from '@ambit/contract'

/** What became of a lost item, as the middle of a sentence. */
export const lostStates: Readonly<Record<MessageLanguage, Readonly<Record<LostItemState, string>>>> = {
  en: { reported: 'reported', found: 'found', not_found: 'not found', returned: 'returned' },
  de: { reported: 'gemeldet', found: 'gefunden', not_found: 'nicht gefunden', returned: 'zurückgegeben' },
  es: { reported: 'comunicado', found: 'encontrado', not_found: 'no encontrado', returned: 'devuelto' },
}
