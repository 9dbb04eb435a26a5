/** Another time is told at most every so many minutes, */
export const LATE_EVERY_MINUTES = 5
/** and from so many minutes before the pick-up on. */
export const LATE_AHEAD_MINUTES = 60
/** More SMS than this in 24 hours are not sent to one passenger. */
export const SMS_A_DAY = 10
/** Who has booked later than this before the ride knows of it. */
export const REMINDER_BOOKED_HOURS = 12
/** So long after a ride its passenger is asked how it was, */
export const FEEDBACK_AFTER_MINUTES = 30
/** once in so many days, */
export const FEEDBACK_EVERY_DAYS = 7
/** and not any more where no server ran for longer. */
export const FEEDBACK_WITHIN_HOURS = 24
