export const READ = 'Messaging:message:canRead'
export const TEXTS = 'Messaging:template:canRead'
export const WRITE = 'Messaging:template:canUpdate'
