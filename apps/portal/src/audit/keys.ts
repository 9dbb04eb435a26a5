import type { AuditTab } from './queries.ts'

/** Apart from the words of the pages, which come with the pages. */
export const TITLE = 'Audit'
export const READ = 'AuditManagement:audit:canRead'
export const ACCESS = 'AuditManagement:access:canRead'
export const auditPath = <T extends AuditTab>(tab: T) => `/Audit/${tab}` as const
