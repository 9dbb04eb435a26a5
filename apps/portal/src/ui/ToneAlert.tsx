import { Alert, type AlertProps } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './ToneAlert.module.css'

type Props = Pick<AlertProps, 'mt' | 'mb'> & {
  tone: 'danger' | 'warning'
  title?: string
  /** a mark for the eye; several of them in a list need none */
  icon?: boolean
  children: ReactNode
}

/** What went wrong, in the tone's own text on its own tint: Mantine's colours are too pale to be read on theirs. */
export const ToneAlert = ({ tone, icon = true, children, ...rest }: Props) => (
  <Alert
    className={classes['alert'] ?? ''}
    variant="default"
    data-tone={tone}
    icon={icon ? <IconAlertTriangle size={18} aria-hidden /> : undefined}
    {...rest}
  >
    {children}
  </Alert>
)
