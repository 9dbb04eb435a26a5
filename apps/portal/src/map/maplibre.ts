import 'maplibre-gl/dist/maplibre-gl.css'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { FetchSource, PMTiles, Protocol } from 'pmtiles'

/** MapLibre, set up once: its worker is a file of our own (content security policy), tiles come from one PMTiles file. */
maplibre.setWorkerUrl(workerUrl)

const protocol = new Protocol()
maplibre.addProtocol('pmtiles', protocol.tile)

const known = new Set<string>()

export const offerTiles = (tiles: string): void => {
  const url = new URL(tiles, location.href).href
  if (known.has(url)) return
  known.add(url)
  const source = new FetchSource(url)
  // Chromium, on every system, fails now and then when two parts of one file come into its cache at once.
  source.chromeWindowsNoCache = true
  protocol.add(new PMTiles(source))
}

export { maplibre }
