import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Section.module.css'

type Props = { title: string; brief?: ReactNode; children: ReactNode }

/** A part of the panel that folds; one at a time, so that the list keeps its room. */
export const Section = ({ title, brief, children }: Props) => (
  <details className={classes['section']} name="stops-section">
    <summary>
      <IconChevronRight size={14} aria-hidden className={classes['chevron']} />
      {title}
      <span className={`numbers ${classes['brief']}`}>{brief}</span>
    </summary>
    <div className={classes['sectionBody']}>{children}</div>
  </details>
)
