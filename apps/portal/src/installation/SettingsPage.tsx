import { useLocation } from '@tanstack/react-router'
import { useCan } from '../auth/permissions.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { StripTab, TabStrip } from '../ui/TabStrip.tsx'
import { scopedSearch } from '../url/scope-link.ts'
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
      tabs={
        <TabStrip label={words.tabs}>
          {shown.map(({ path, label }) => (
            <StripTab key={path} to={path} search={scopedSearch} current={path === current?.path}>
              {label}
            </StripTab>
          ))}
        </TabStrip>
      }
    >
      {current === undefined ? <EmptyState title={words.nothing} /> : <current.content />}
    </TabbedPage>
  )
}
export default SettingsPage
