import { tripStrings } from './strings.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string | undefined, day: boolean): Intl.DateTimeFormat => {
  const key = `${timeZone} ${day}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat('en-GB', {
      ...(day ? { day: '2-digit', month: '2-digit', year: 'numeric' } : {}),
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    })
  formats.set(key, format)
  return format
}

const written = (iso: string | null, timeZone: string | undefined, day: boolean): string =>
  iso === null ? tripStrings.missing : formatOf(timeZone, day).format(new Date(iso)).replace(', ', ' ')

/** `23/11/2026 08:00`; N/A for none. */
export const dateAndTime = (iso: string | null, timeZone: string | undefined): string => written(iso, timeZone, true)

/** `08:00`; N/A for none. */
export const hoursAndMinutes = (iso: string | null, timeZone: string | undefined): string =>
  written(iso, timeZone, false)
