/** How `Intl` writes a time on a clock of twelve or of twenty-four hours: `3:05 pm`, `15:05`. */
export const clockOf = (hours: '12' | '24'): Intl.DateTimeFormatOptions =>
  hours === '12'
    ? { hour: 'numeric', minute: '2-digit', hour12: true }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
