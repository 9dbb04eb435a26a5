import { useMemo } from 'react'
import { createFormat, type Format } from './create-format.ts'
import { useSettings } from './settings.ts'

/** Formats of the installation, in a zone's own time where one is given. */
export const useFormat = (timeZone?: string): Format => {
  const { locale, currency } = useSettings().app
  return useMemo(() => createFormat({ locale, currency }, timeZone), [locale, currency, timeZone])
}
