import { FetchSource, PMTiles } from 'pmtiles'

/** The file of map tiles at this address, read in parts and past the browser's own cache. */
export const openArchive = (address: string): PMTiles => {
  const source = new FetchSource(new URL(address, location.href).href)
  // Chromium, on every system, fails now and then when two parts of one file come into its cache at once.
  source.chromeWindowsNoCache = true
  return new PMTiles(source)
}
