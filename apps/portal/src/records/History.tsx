import type { AuditKind } from '@ambit/contract'
import type { ReactNode } from 'react'
import type { Can } from '../auth/allowed.ts'
import type { DialogTab } from '../dialogs/DialogFrame.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

export const HISTORY_TAB = 'History'
const words = { tab: 'History', details: 'Details' }

/** Its code comes with the first dialog that has the tab: the dialogs themselves stay as small as they were. */
const HistoryPanel = lazyComponent(
  () => import('./HistoryPanel.tsx'),
  () => null,
)

/** The tab of a record's dialog, for those who may see histories. */
export const historyTab = (can: Can, kind: AuditKind, id: number): readonly DialogTab[] =>
  can('AuditManagement:history:canRead') || can('AuditManagement:audit:canRead')
    ? [
        {
          value: HISTORY_TAB,
          label: words.tab,
          content: (
            <ErrorBoundary>
              <HistoryPanel kind={kind} id={String(id)} />
            </ErrorBoundary>
          ),
        },
      ]
    : []

/** What a dialog shows that has no tabs but for its history: props of its frame. */
export const besideHistory = (
  can: Can,
  kind: AuditKind,
  id: number,
  content: ReactNode,
): { tabs: readonly DialogTab[] } | { children: ReactNode } => {
  const history = historyTab(can, kind, id)
  if (history.length === 0) return { children: content }
  return { tabs: [{ value: 'Details', label: words.details, content }, ...history] }
}
