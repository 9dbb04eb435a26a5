import { optionalId } from '../url/scope.ts'
import { urlState } from '../url/url-state.ts'

/** What of the list is looked at: the map shows it, and its row is marked. The trip and booking views keep it. */
export type Focus = { zoneId: number | null; tripId: number | null }
export const focusState = urlState<Focus>({ zoneId: optionalId, tripId: optionalId })
