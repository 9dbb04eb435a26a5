import type { ReactNode } from 'react'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageTabs } from '../ui/PageTabs.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { reportStrings as words } from './strings.ts'
import { reportPath, type ReportTab } from './paths.ts'
import { reportTabs } from './tabs.ts'

type Props = { tab: ReportTab; count?: string | null; action?: ReactNode; children: ReactNode }

/** Header and tabs around every report. From tab to tab region and zones are kept. */
export const ReportsLayout = ({ tab: current, count, action, children }: Props) => {
  const label = reportTabs.find(({ tab }) => tab === current)?.label
  return (
    <TabbedPage
      header={<PageHeader crumb={label} action={action} count={count} />}
      tabs={<PageTabs label={words.tabs} tabs={reportTabs} current={reportPath(current)} />}
    >
      {children}
    </TabbedPage>
  )
}
