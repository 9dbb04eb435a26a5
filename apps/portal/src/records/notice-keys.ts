export const NOTIFY = 'Messaging:notice:canCreate'
/** The dialog's id of a notice that nothing is known of yet. */
export const BLANK_NOTICE = 'new'
