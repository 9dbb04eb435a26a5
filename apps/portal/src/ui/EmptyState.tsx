import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './states.module.css'

export type Empty = { icon?: Icon; title: string; reason?: string; action?: ReactNode }

/** One line saying why there is nothing, and the action that fixes it. */
export const EmptyState = ({ icon: Symbol, title, reason, action }: Empty) => (
  <div className={classes['state']}>
    {Symbol !== undefined && <Symbol size={26} stroke={1.5} aria-hidden />}
    <p className={classes['title']}>{title}</p>
    {reason !== undefined && <p className={classes['text']}>{reason}</p>}
    {action}
  </div>
)
