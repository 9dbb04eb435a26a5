import { useContext } from 'react'
import { useCan } from '../auth/permissions.ts'
import { useRepresents } from '../auth/use-me.ts'
import { ModulesContext } from '../navigation/define-module.ts'
import { useIsOff } from '../navigation/use-menu.ts'
import { GlobalSearch } from '../search/GlobalSearch.tsx'
import { ScopeSelectors } from './ScopeSelectors.tsx'
import classes from './Header.module.css'
import { Unallocated } from './Unallocated.tsx'
import { UserMenu } from './UserMenu.tsx'

export const Header = () => {
  const isOff = useIsOff()
  const represents = useRepresents()
  return (
    <header className={classes['header']}>
      <ScopeSelectors />
      {!represents && <GlobalSearch />}
      <div className={classes['headerEnd']}>
        <Alerts />
        {!isOff('ServicePlans') && <Unallocated />}
        <UserMenu />
      </div>
    </header>
  )
}

const Alerts = () => {
  const modules = useContext(ModulesContext)
  const can = useCan()
  const isOff = useIsOff()
  return modules
    .filter(({ name }) => !isOff(name))
    .flatMap(({ alerts = [] }) => alerts)
    .filter(({ permission }) => can(permission))
    .map(({ key, component: Dropdown }) => (
      <div key={key} data-alerts={key}>
        <Dropdown />
      </div>
    ))
}
