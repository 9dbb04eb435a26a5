import type { PermissionKey } from '@ambit/contract'
import type { AuditTab } from './queries.ts'
import { auditStrings as words } from './strings.ts'

export const READ = 'AuditManagement:audit:canRead'
export const ACCESS = 'AuditManagement:access:canRead'
export const auditPath = <T extends AuditTab>(tab: T) => `/Audit/${tab}` as const

export const auditTabs: readonly { tab: AuditTab; label: string; permission: PermissionKey }[] = [
  { tab: 'changes', label: words.changesTab, permission: READ },
  { tab: 'access', label: words.accessTab, permission: ACCESS },
  { tab: 'sign-ins', label: words.signInsTab, permission: READ },
  { tab: 'deleted', label: words.deletedTab, permission: READ },
]

export const labelOf = (tab: AuditTab): string => auditTabs.find((one) => one.tab === tab)?.label ?? words.title
