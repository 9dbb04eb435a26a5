import { IconShieldLock } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useSession } from '../auth/session.ts'
import { Link, Navigate } from '../url/link.tsx'
import classes from './IncidentBanner.module.css'
import { shellStrings } from './strings.ts'

const PAGE = '/Profile/Security'

/** Asks whoever needs a second factor to set one up; once the days are over nothing but the page for it opens. */
export const FactorNotice = () => {
  const session = useSession()
  const { pathname } = useLocation()
  const need = session.status === 'logged_in' ? session.user.second_factor : null
  const here = pathname === PAGE
  return (
    <div role="status" className={classes['place']}>
      {need !== null && (
        <p className={classes['banner']}>
          <IconShieldLock size={16} aria-hidden />
          <span className={classes['text']}>
            {need.overdue ? shellStrings.factorOverdue : shellStrings.factorDue(need.days_left)}
          </span>
          {!here && <Link to={PAGE}>{shellStrings.factorSetUp}</Link>}
        </p>
      )}
      {need?.overdue === true && !here && <Navigate to={PAGE} replace />}
    </div>
  )
}
