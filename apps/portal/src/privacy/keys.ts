/** Apart from the words of the pages, which come with the pages. */
export const TITLE = 'Privacy'
export const READ = 'PrivacyManagement:retention:canRead'
export const HOLDS = 'PrivacyManagement:hold:canRead'
export const PLACE = 'PrivacyManagement:hold:canCreate'
export const END = 'PrivacyManagement:hold:canDestroy'
export const UPDATE = 'PrivacyManagement:retention:canUpdate'
