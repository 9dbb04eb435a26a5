/** Apart from the words of the page, which come with the page. */
export const TITLE = 'Settings'
export const READ = 'Settings:settings:canRead'
export const UPDATE = 'Settings:settings:canUpdate'
export const READ_SIGN_IN = 'Settings:signIn:canRead'
export const UPDATE_SIGN_IN = 'Settings:signIn:canUpdate'
export const UPDATE_ENVIRONMENT = 'Settings:environment:canUpdate'
export const READ_BACKUP = 'Settings:backup:canRead'
export const CREATE_BACKUP = 'Settings:backup:canCreate'
