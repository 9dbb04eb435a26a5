import type { PermissionKey } from '@ambit/contract'
import { useCan } from '../auth/permissions.ts'
import type { PortalPath } from '../url/paths.ts'
import { scopedSearch } from '../url/scope-link.ts'
import { StripTab, TabStrip } from './TabStrip.tsx'

type Tab = { path: PortalPath; label: string; permission: PermissionKey }
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
          </StripTab>
        ))}
    </TabStrip>
  )
}
