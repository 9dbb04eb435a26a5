import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { travelerStrings } from './strings.ts'
import classes from './travelers.module.css'

type Props = { title: string; onCancel: () => void; status?: number; children: ReactNode }

/** A form inside a tab, with its name and the way out of it. */
export const AddPanel = ({ title, onCancel, status, children }: Props) => (
  <section className={classes['panel']} aria-label={title} data-status={status}>
    <div className={classes['panelHead']}>
      <strong>{title}</strong>
      <CloseButton size="sm" aria-label={travelerStrings.cancel} onClick={onCancel} />
    </div>
    {children}
  </section>
)
