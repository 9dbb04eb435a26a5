import type { PermissionKey } from '@ambit/contract'
import { ACCESS, auditPath, READ, TITLE } from './keys.ts'
import type { AuditTab } from './queries.ts'
import { auditStrings as words } from './strings.ts'

const tabs: readonly { tab: AuditTab; label: string; permission: PermissionKey }[] = [
  { tab: 'changes', label: words.changesTab, permission: READ },
  { tab: 'access', label: words.accessTab, permission: ACCESS },
  { tab: 'sign-ins', label: words.signInsTab, permission: READ },
  { tab: 'deleted', label: words.deletedTab, permission: READ },
]
export const auditTabs = tabs.map((one) => ({ ...one, path: auditPath(one.tab) }))

export const labelOf = (tab: AuditTab): string => auditTabs.find((one) => one.tab === tab)?.label ?? TITLE
