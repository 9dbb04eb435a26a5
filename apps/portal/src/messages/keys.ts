export const READ = 'Messaging:message:canRead'
export const SEND = 'Messaging:message:canCreate'
export const TEXTS = 'Messaging:template:canRead'
export const WRITE = 'Messaging:template:canUpdate'
