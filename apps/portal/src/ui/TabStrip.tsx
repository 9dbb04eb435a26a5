import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '../url/link.tsx'
import type { ReactNode } from 'react'
import type { PortalPath } from '../url/paths.ts'
import type { PlainSearch } from '../url/plain-search.ts'
import classes from './TabStrip.module.css'

/** Places that are open, side by side: links, since each has its own address. */
export const TabStrip = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={classes['strip']} aria-label={label}>
    <ul>{children}</ul>
  </nav>
)

type Props = {
  id?: string
  to: PortalPath
  search: (before: PlainSearch) => PlainSearch
  current: boolean
  /** without it the tab is permanent */
  close?: { label: string; run: () => void }
  children: ReactNode
}

export const StripTab = ({ id, to, search, current, close, children }: Props) => (
  <li id={id} className={classes['tab']} data-current={current || undefined}>
    <Link to={to} search={search} aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
    {close !== undefined && (
      <ActionIcon size={24} aria-label={close.label} onClick={close.run}>
        <IconX size={14} />
      </ActionIcon>
    )}
  </li>
)
