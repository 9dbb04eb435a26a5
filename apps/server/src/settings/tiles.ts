import { basename } from 'node:path'
import type { StreetsSource } from '../deps.ts'

/** Where the map's tiles are fetched; null: there are none. The version in it lets them be cached for ever. */
export const tilesAddress = (streets: StreetsSource): string | null => {
  const folder = streets.folder()
  const manifest = streets.current()?.manifest
  if (folder === null || manifest === undefined) return null
  return `/tiles/${basename(folder)}.pmtiles?v=${Date.parse(manifest.created_at)}`
}
