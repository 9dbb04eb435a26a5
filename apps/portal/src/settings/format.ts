import { createFormat, type Format, type FormatSettings } from './create-format.ts'
import { useSettings } from './settings.ts'

const made = new Map<string, Format>()

/** Made once for all: `Intl` takes its time, and every cell of every table asks. */
const formatOf = (settings: FormatSettings, timeZone: string | undefined): Format => {
  const key = [settings.locale, settings.currency, settings.clockHours, settings.distances, timeZone].join(' ')
  const format = made.get(key) ?? createFormat(settings, timeZone)
  made.set(key, format)
  return format
}

/** Formats of the installation, in a zone's own time where one is given. */
export const useFormat = (timeZone?: string): Format => {
  const { app } = useSettings()
  return formatOf(app, timeZone)
}
