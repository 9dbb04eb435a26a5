import type { PermissionKey } from '@ambit/contract'
import { useCan } from '../auth/permissions.ts'
import type { PortalPath } from '../url/paths.ts'
import { scopedSearch } from '../url/scope-link.ts'
import { badgeText } from '../notifications/notice.ts'
import classes from './TabStrip.module.css'
import { StripTab, TabStrip } from './TabStrip.tsx'

type Tab = {
  path: PortalPath
  label: string
  permission: PermissionKey
  /** how much waits there, and in words */
  badge?: { count: number; label: string }
}
type Props = { label: string; tabs: readonly Tab[]; current: PortalPath | undefined }

/** The tabs of a page that the user may open; from one to another region and zones are kept. */
export const PageTabs = ({ label, tabs, current }: Props) => {
  const can = useCan()
  return (
    <TabStrip label={label}>
      {tabs
        .filter(({ permission }) => can(permission))
        .map((tab) => (
          <StripTab key={tab.path} to={tab.path} search={scopedSearch} current={tab.path === current}>
            {tab.label}
            {tab.badge !== undefined && (
              <span className={classes['badge']} role="img" aria-label={tab.badge.label}>
                {badgeText(tab.badge.count)}
              </span>
            )}
          </StripTab>
        ))}
    </TabStrip>
  )
}
