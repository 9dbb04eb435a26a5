/** Apart from the words of the pages, which come with the pages. */
export const TITLE = 'Privacy'
export const READ = 'PrivacyManagement:retention:canRead'
export const UPDATE = 'PrivacyManagement:retention:canUpdate'
