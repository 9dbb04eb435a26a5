import { GlobalSearch } from '../search/GlobalSearch.tsx'
import { ScopeSelectors } from './ScopeSelectors.tsx'
import classes from './Header.module.css'
import { Unallocated } from './Unallocated.tsx'
import { UserMenu } from './UserMenu.tsx'

export const Header = () => (
  <header className={classes['header']}>
    <ScopeSelectors />
    <GlobalSearch />
    <div className={classes['headerEnd']}>
      <Unallocated />
      <UserMenu />
    </div>
  </header>
)
