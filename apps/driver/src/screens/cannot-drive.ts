import type { TextKey } from '../texts/catalogue.ts'

export type Missing = Extract<TextKey, `missing_${string}`>

/** What this browser lacks for driving. Without https a browser has neither worker nor location, so that is said alone. */
export const missingForDriving = (): Missing[] => {
  // Older browsers have neither, whatever the types say.
  const { isSecureContext, indexedDB, navigator } = window as Partial<typeof window>
  if (isSecureContext === false) return ['missing_https']
  const has = (name: string): boolean => navigator !== undefined && name in navigator
  return [
    ...(indexedDB === undefined ? (['missing_database'] as const) : []),
    ...(has('serviceWorker') ? [] : (['missing_worker'] as const)),
    ...(has('geolocation') ? [] : (['missing_location'] as const)),
  ]
}
