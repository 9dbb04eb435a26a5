import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ChangedMeanwhile.module.css'

type Props = { title: string; text: string; children: ReactNode; actions: ReactNode; className?: string | undefined }

/** Another user has saved what is being changed here: shows the question and what can be done about it. */
export const ChangedMeanwhile = ({ title, text, children, actions, className = '' }: Props) => (
  <section className={`${classes['panel'] ?? ''} ${className}`} role="alert" aria-label={title}>
    <h3>{title}</h3>
    <p>{text}</p>
    {children}
    <Group justify="flex-end" gap="xs" mt="sm">
      {actions}
    </Group>
  </section>
)
