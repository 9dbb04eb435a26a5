import type { ReactNode } from 'react'
import { useCan } from '../auth/permissions.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { StripTab, TabStrip } from '../ui/TabStrip.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { AuditState } from './AuditState.tsx'
import { auditPath } from './keys.ts'
import type { AuditTab } from './queries.ts'
import { auditStrings as words } from './strings.ts'
import { auditTabs, labelOf } from './tabs.ts'

type Props = { tab: AuditTab; count: string | null; action?: ReactNode; children: ReactNode }

/** The frame of the page's four tabs, with whether the audit is intact. */
export const AuditTabs = ({ tab, count, action, children }: Props) => {
  const can = useCan()
  return (
    <TabbedPage
      header={<PageHeader crumb={labelOf(tab)} count={count} action={action} />}
      tabs={
        <TabStrip label={words.tabs}>
          {auditTabs
            .filter(({ permission }) => can(permission))
            .map((entry) => (
              <StripTab key={entry.tab} to={auditPath(entry.tab)} search={scopedSearch} current={entry.tab === tab}>
                {entry.label}
              </StripTab>
            ))}
        </TabStrip>
      }
    >
      <AuditState />
      {children}
    </TabbedPage>
  )
}
