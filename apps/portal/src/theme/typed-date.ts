const AUSTRALIAN = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
/** `5 Mar 2026`, as the planner of schedules shows its date */
const NAMED = /^(\d{1,2}) ([a-z]{3}) (\d{4})$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const pad = (part: string): string => part.padStart(2, '0')

/**
 * `5/3/2026` → `2026-03-05`: day before month, as dates are shown; ISO dates and months by name are read as well. Null
 * while it is no day. Mantine's own reading leaves its format unheeded and takes the month for the first.
 */
export const typedDate = (text: string): string | null => {
  const [, day = '', month = '', year = ''] = AUSTRALIAN.exec(inFigures(text.trim())) ?? []
  const [, isoYear = year, isoMonth = month, isoDay = day] = ISO.exec(text.trim()) ?? []
  if (isoYear === '') return null
  const date = new Date(Date.UTC(Number(isoYear), Number(isoMonth) - 1, Number(isoDay)))
  const iso = `${isoYear}-${pad(isoMonth)}-${pad(isoDay)}`
  return date.toISOString().startsWith(iso) ? iso : null
}

const inFigures = (text: string): string =>
  text.replace(NAMED, (_, day: string, month: string, year: string) => {
    return `${day}/${MONTHS.indexOf(month.toLowerCase()) + 1}/${year}`
  })
