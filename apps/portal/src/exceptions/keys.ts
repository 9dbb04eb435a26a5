export const READ = 'ExceptionManagement:exception:canRead'
export const RAISE = 'ExceptionManagement:exception:canCreate'
export const ANSWER = 'ExceptionManagement:exception:canUpdate'
export const MUTE = 'ExceptionManagement:mute:canUpdate'
export const HANDOVER = 'ExceptionManagement:handover:canRead'
export const GIVE = 'ExceptionManagement:handover:canCreate'
export const RULES = 'ExceptionManagement:exceptionRules:canRead'
export const CHANGE_RULES = 'ExceptionManagement:exceptionRules:canUpdate'

/** The field in which a note is written, where an exception is open. */
export const NOTE_FIELD = 'exception-note'
