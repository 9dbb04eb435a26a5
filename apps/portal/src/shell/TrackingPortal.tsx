import { Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useSettings } from '../settings/settings.ts'
import classes from './SideNavigation.module.css'
import { shellStrings } from './strings.ts'

/** The menu's way to the site where passengers follow their vehicle, when the settings name one. */
export const TrackingPortal = ({ collapsed }: { collapsed: boolean }) => {
  const { trackingPortalUrl } = useSettings().app
  if (trackingPortalUrl === null) return null
  return (
    <li>
      <Tooltip label={shellStrings.trackingPortal} position="right" disabled={!collapsed}>
        <a
          href={trackingPortalUrl}
          target="_blank"
          rel="noreferrer"
          className={classes['item']}
          aria-label={shellStrings.newTab(shellStrings.trackingPortal)}
        >
          <IconExternalLink size={18} stroke={1.7} aria-hidden />
          {!collapsed && shellStrings.trackingPortal}
        </a>
      </Tooltip>
    </li>
  )
}
