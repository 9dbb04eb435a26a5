/** A vehicle that is expected within so many minutes is arriving. */
export const ARRIVING_MINUTES = 5
/** A pick-up that is expected so many minutes from the time told last is told again, */
export const CHANGE_MINUTES = 5
/** at most every so many minutes, */
export const LATE_EVERY_MINUTES = 5
/** and from so many minutes before it on. */
export const LATE_AHEAD_MINUTES = 60
/** Evening before, on the clock of the zone. */
export const REMINDER_AT = '18:00'
/** Who has booked later than this before the ride knows of it. */
export const REMINDER_BOOKED_HOURS = 12
