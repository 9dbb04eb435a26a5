import type { ReactNode } from 'react'
import classes from './TabbedPage.module.css'

type Props = {
  header: ReactNode
  /** a `TabStrip` */
  tabs: ReactNode
  /** everything beneath the tabs belongs to the content: no margin around it */
  edge?: boolean
  children: ReactNode
}

/** A page of several places side by side: its header and tabs from edge to edge, then what the current tab shows. */
export const TabbedPage = ({ header, tabs, edge = false, children }: Props) => (
  <div className={classes['page']}>
    <div className={classes['head']}>{header}</div>
    {tabs}
    <div className={classes['body']} data-edge={edge || undefined}>
      {children}
    </div>
  </div>
)
