/** Of daily backups, the newest of each of the last so many days, weeks and months stays. */
export const BACKUPS_KEPT = { days: 7, weeks: 5, months: 12 } as const

/** Packs for working without the server; the newest of each region stays however old it is. */
export const PACKS_KEPT_HOURS = 24
