import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './rules.module.css'

type Props = { title: string; open: boolean; onToggle: () => void; children: ReactNode }

/** A record that unfolds into its form. */
export const Foldable = ({ title, open, onToggle, children }: Props) => (
  <section className={classes['record']}>
    <h3>
      <button type="button" aria-expanded={open} onClick={onToggle}>
        <IconChevronRight size={14} aria-hidden className={classes['chevron']} />
        <span className={classes['name']}>{title}</span>
      </button>
    </h3>
    {open && children}
  </section>
)
