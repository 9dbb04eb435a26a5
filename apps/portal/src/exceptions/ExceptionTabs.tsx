import type { ReactNode } from 'react'
import { exceptionsQuery, within } from '../records/exceptions/queries.ts'
import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageTabs } from '../ui/PageTabs.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { useScope } from '../url/scope.ts'
import { HANDOVER, READ, RULES } from './keys.ts'
import { inboxStrings as words } from './strings.ts'

const tabs = [
  { path: '/Exceptions/inbox', label: words.inboxTab, permission: READ },
  { path: '/Exceptions/history', label: words.historyTab, permission: READ },
  { path: '/Exceptions/response', label: words.responseTab, permission: READ },
  { path: '/Exceptions/handover', label: words.handoverTab, permission: HANDOVER },
  { path: '/Exceptions/rules', label: words.rulesTab, permission: RULES },
] as const

type Props = {
  current: (typeof tabs)[number]['path']
  count?: string | null
  edge?: boolean
  action?: ReactNode
  children: ReactNode
}

/** The frame of the page's tabs; the browser's tab says how many are urgent. */
export const ExceptionTabs = ({ current, count = null, edge = false, action, children }: Props) => {
  const [{ region, zone }] = useScope()
  const { data } = useQuery(exceptionsQuery)
  const open = within(data?.data ?? [], region, zone)
  usePageTitle(words.titled(open.filter(({ severity }) => severity === 'urgent').length))
  const label = tabs.find(({ path }) => path === current)?.label
  return (
    <TabbedPage
      header={<PageHeader crumb={label} count={count} action={action} />}
      tabs={<PageTabs label={words.tabs} tabs={tabs} current={current} />}
      edge={edge}
    >
      {children}
    </TabbedPage>
  )
}
