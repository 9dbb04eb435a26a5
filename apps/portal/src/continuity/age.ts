/** Whole minutes from one moment to another, by the server's wall. */
export const minutesBetween = (from: string, until: string): number =>
  Math.max(0, Math.floor((Date.parse(until) - Date.parse(from)) / 60_000))
