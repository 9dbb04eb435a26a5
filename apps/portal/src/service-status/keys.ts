/** Apart from the words of the page, which come with the page. */
export const TITLE = 'Service Status'
export const WRITE = 'Settings:status:canUpdate'
