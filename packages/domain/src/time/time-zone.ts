/** Is this the IANA name of a time zone that this machine knows? Offsets such as `+10:00` are not names. */
export const isTimeZone = (name: string): boolean => {
  if (/^[+-]?\d/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
