import { queryClient } from '../api/query-client.ts'

export const RULES_KEY = ['zones', 'booking-rules'] as const

/** Asks again for the booking rules that are shown. */
export const rulesChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: RULES_KEY })
