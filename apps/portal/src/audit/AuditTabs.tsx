import type { ReactNode } from 'react'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageTabs } from '../ui/PageTabs.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { AuditState } from './AuditState.tsx'
import { auditPath } from './keys.ts'
import type { AuditTab } from './queries.ts'
import { auditStrings as words } from './strings.ts'
import { auditTabs, labelOf } from './tabs.ts'

type Props = { tab: AuditTab; count: string | null; action?: ReactNode; children: ReactNode }

/** The frame of the page's four tabs, with whether the audit is intact. */
export const AuditTabs = ({ tab, count, action, children }: Props) => (
  <TabbedPage
    header={<PageHeader crumb={labelOf(tab)} count={count} action={action} />}
    tabs={<PageTabs label={words.tabs} tabs={auditTabs} current={auditPath(tab)} />}
  >
    <AuditState />
    {children}
  </TabbedPage>
)
