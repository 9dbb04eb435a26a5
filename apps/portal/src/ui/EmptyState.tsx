import type { ReactNode } from 'react'
import classes from './states.module.css'

/** One line saying why there is nothing, and the action that fixes it. */
export const EmptyState = ({
  icon,
  title,
  reason,
  action,
}: {
  icon?: ReactNode
  title: string
  reason?: string
  action?: ReactNode
}) => (
  <div className={classes['state']}>
    {icon}
    <p className={classes['title']}>{title}</p>
    {reason !== undefined && <p className={classes['text']}>{reason}</p>}
    {action}
  </div>
)
