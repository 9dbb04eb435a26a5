import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './AddPanel.module.css'
import { uiStrings } from './strings.ts'

type Props = { title: string; onCancel: () => void; status?: number; children: ReactNode }

/** A form inside a tab, with its name and the way out of it. */
export const AddPanel = ({ title, onCancel, status, children }: Props) => (
  <section className={classes['panel']} aria-label={title} data-status={status}>
    <div className={classes['head']}>
      <strong>{title}</strong>
      <CloseButton size="sm" aria-label={uiStrings.cancel} onClick={onCancel} />
    </div>
    {children}
  </section>
)
