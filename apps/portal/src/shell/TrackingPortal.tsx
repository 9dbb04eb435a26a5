import { Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useSettings } from '../settings/settings.ts'
import classes from './SideNavigation.module.css'
import { shellStrings } from './strings.ts'

/** Where the code of a ride can be typed, in the passengers' app. */
const OWN = '/Ride/Track'

/** The menu's way to where passengers follow their vehicle: the site that the settings name, or the product's own page. */
export const TrackingPortal = ({ collapsed }: { collapsed: boolean }) => {
  const { trackingPortalUrl } = useSettings().app
  return (
    <li>
      <Tooltip label={shellStrings.trackingPortal} position="right" disabled={!collapsed}>
        <a
          href={trackingPortalUrl ?? OWN}
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
