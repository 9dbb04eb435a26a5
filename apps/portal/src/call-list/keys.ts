export const READ = 'Messaging:callTask:canRead'
export const WORK = 'Messaging:callTask:canUpdate'
