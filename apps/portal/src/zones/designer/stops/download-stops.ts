import type { StopDraft } from '../design/design.ts'
import { saveFile } from '../../../api/download.ts'
import { stopsToCsv, stopsToGeoJson } from './stop-file.ts'

const kinds = {
  csv: { write: (stops: readonly StopDraft[]) => `\uFEFF${stopsToCsv(stops)}`, type: 'text/csv;charset=utf-8' },
  geojson: { write: stopsToGeoJson, type: 'application/geo+json' },
} as const

/** Hands the stops to the browser as a file named after the zone. */
export const downloadStops = (zone: string, stops: readonly StopDraft[], kind: keyof typeof kinds): void => {
  const { write, type } = kinds[kind]
  saveFile(new Blob([write(stops)], { type }), `${zone.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-stops.${kind}`)
}
