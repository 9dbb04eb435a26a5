import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSettings } from '../settings/settings.ts'
import classes from './PageHeader.module.css'

type Props = {
  /** the heading, when it is more than the route's name */
  title?: string
  /** how many there are, on the title's line */
  count?: string | null
  /** one primary action, at the right */
  action?: ReactNode
  /** the last step of the breadcrumb, after the route's name */
  crumb?: ReactNode
}

/** Breadcrumb from the route's module and name, then the title on one line with its count and the primary action. */
export const PageHeader = ({ title, count, action, crumb }: Props) => {
  const data = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const group = useSettings().modules.find((candidate) => candidate.items.some((item) => item.name === data.module))
  const name = data.title ?? ''
  return (
    <div className={classes['header']}>
      <div>
        {group !== undefined && (
          <nav aria-label="Breadcrumb">
            <ol className={classes['crumbs']}>
              <li>{group.groupName}</li>
              <li aria-current={crumb === undefined ? 'page' : undefined}>{name}</li>
              {crumb !== undefined && <li>{crumb}</li>}
            </ol>
          </nav>
        )}
        <div className={classes['line']}>
          <h1 className={classes['title']}>{title ?? name}</h1>
          {count != null && <span className={classes['count']}>{count}</span>}
        </div>
      </div>
      {action}
    </div>
  )
}
