import { useLocation } from '@tanstack/react-router'
import { useCan } from '../auth/permissions.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageTabs } from '../ui/PageTabs.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { installationStrings as words } from './strings.ts'
import { tabs } from './tabs.ts'

/** How the installation is set up, a tab for each part of it. */
const SettingsPage = () => {
  const can = useCan()
  const { pathname } = useLocation()
  const shown = tabs.filter(({ permission }) => can(permission))
  const current = shown.find(({ path }) => path === pathname) ?? shown[0]
  return (
    <TabbedPage
      header={<PageHeader crumb={current?.label} />}
      tabs={<PageTabs label={words.tabs} tabs={tabs} current={current?.path} />}
    >
      {current === undefined ? <EmptyState title={words.nothing} /> : <current.content />}
    </TabbedPage>
  )
}
export default SettingsPage
