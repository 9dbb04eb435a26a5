import { ActionIcon, Tooltip } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '../url/link.tsx'
import { useState } from 'react'
import { useSettings } from '../settings/settings.ts'
import { scopedSearch } from '../url/scope-link.ts'
import { Logo } from '../ui/Logo.tsx'
import { ModuleIcon } from '../navigation/icons.tsx'
import { pathOf } from '../navigation/menu.ts'
import classes from './SideNavigation.module.css'
import { shellStrings } from './strings.ts'
import { TrackingPortal } from './TrackingPortal.tsx'
import { useMenu } from '../navigation/use-menu.ts'

export const MENU_KEY = 'ambit:menu-collapsed'

/** The menu: collapsed by choice, and by lack of room; in a narrow window it opens over the page. */
export const SideNavigation = () => {
  const { app } = useSettings()
  const groups = useMenu()
  const narrow = useMediaQuery('(max-width: 60em)', false, { getInitialValueInEffect: false })
  const [chosen, choose] = useLocalStorage({ key: MENU_KEY, defaultValue: false, getInitialValueInEffect: false })
  const [over, setOver] = useState(false)
  const collapsed = narrow ? !over : chosen
  const toggle = (): void => (narrow ? setOver(!over) : choose(!chosen))
  return (
    <nav
      className={classes['navigation']}
      data-collapsed={collapsed}
      data-over={narrow && over}
      aria-label={shellStrings.mainMenu}
      onKeyDown={(event) => event.key === 'Escape' && setOver(false)}
    >
      <div className={classes['brand']}>
        <Link to="/" search={scopedSearch} className={classes['logo']} aria-label={shellStrings.home(app.brandName)}>
          <Logo />
          {!collapsed && <span>{app.brandName}</span>}
        </Link>
        <Tooltip label={collapsed ? shellStrings.expand : shellStrings.collapse} openDelay={750} position="right">
          <ActionIcon
            aria-expanded={!collapsed}
            aria-label={collapsed ? shellStrings.expand : shellStrings.collapse}
            onClick={toggle}
          >
            {collapsed ? <IconLayoutSidebarLeftExpand size={18} /> : <IconLayoutSidebarLeftCollapse size={18} />}
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes['groups']}>
        {groups.map((group) => (
          <section key={group.name} aria-label={group.name}>
            {!collapsed && <h2 className={classes['group']}>{group.name}</h2>}
            <ul>
              {group.items.map((item) => (
                <li key={item.name}>
                  <Tooltip label={item.menuName} position="right" disabled={!collapsed}>
                    <Link
                      to={pathOf(item)}
                      search={scopedSearch}
                      className={classes['item']}
                      activeOptions={{ exact: false, includeSearch: false }}
                      activeProps={{ 'aria-current': 'page' }}
                      aria-label={collapsed ? item.menuName : undefined}
                      onClick={() => setOver(false)}
                    >
                      <ModuleIcon module={item.name} />
                      {!collapsed && item.menuName}
                    </Link>
                  </Tooltip>
                </li>
              ))}
              {group.items.some(({ name }) => name === 'VehicleMonitoring') && <TrackingPortal collapsed={collapsed} />}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}
