import type { ReactNode } from 'react'
import { useCan } from '../auth/permissions.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { StripTab, TabStrip } from '../ui/TabStrip.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { reportStrings as words } from './strings.ts'
import { reportPath, type ReportTab, reportTabs } from './tabs.ts'

type Props = { tab: ReportTab; count?: string | null; action?: ReactNode; children: ReactNode }

/** Header and tabs around every report. From tab to tab region and zones are kept. */
export const ReportsLayout = ({ tab: current, count, action, children }: Props) => {
  const can = useCan()
  const shown = reportTabs.filter(({ permission }) => can(permission))
  const label = reportTabs.find(({ tab }) => tab === current)?.label
  return (
    <TabbedPage
      header={<PageHeader crumb={label} action={action} count={count} />}
      tabs={
        <TabStrip label={words.tabs}>
          {shown.map((entry) => (
            <StripTab key={entry.tab} to={reportPath(entry.tab)} search={scopedSearch} current={entry.tab === current}>
              {entry.label}
            </StripTab>
          ))}
        </TabStrip>
      }
    >
      {children}
    </TabbedPage>
  )
}
