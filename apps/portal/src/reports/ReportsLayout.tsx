import type { ReactNode } from 'react'
import { useCan } from '../auth/permissions.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StripTab, TabStrip } from '../ui/TabStrip.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import classes from './ReportsLayout.module.css'
import { reportStrings as words } from './strings.ts'
import { reportPath, type ReportTab, reportTabs } from './tabs.ts'

type Props = { tab: ReportTab; count?: string | null; action?: ReactNode; children: ReactNode }

/** Header and tabs around every report. From tab to tab region and zones are kept. */
export const ReportsLayout = ({ tab: current, count, action, children }: Props) => {
  const can = useCan()
  const shown = reportTabs.filter(({ permission }) => can(permission))
  const label = reportTabs.find(({ tab }) => tab === current)?.label
  return (
    <div className={classes['layout']}>
      <div className={classes['head']}>
        <PageHeader crumb={label} action={action} count={count} />
      </div>
      <TabStrip label={words.tabs}>
        {shown.map((entry) => (
          <StripTab key={entry.tab} to={reportPath(entry.tab)} search={scopedSearch} current={entry.tab === current}>
            {entry.label}
          </StripTab>
        ))}
      </TabStrip>
      <div className={classes['body']}>{children}</div>
    </div>
  )
}
