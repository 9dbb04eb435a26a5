import { Button, type ButtonProps, Tooltip } from '@mantine/core'

type Props = Pick<ButtonProps, 'size' | 'className'> & {
  label: string
  /** where the label alone does not say what is meant */
  name?: string
  /** why it cannot be done; null: it can */
  refused: string | null
  onClick: () => void
}

/** A button that says why it cannot be pressed. It stays within the keyboard's reach, so that its reason can be read. */
export const RefusableButton = ({ label, name, refused, onClick, ...props }: Props) => (
  <Tooltip
    label={refused}
    disabled={refused === null}
    openDelay={400}
    events={{ hover: true, focus: true, touch: true }}
  >
    <Button
      variant="default"
      {...props}
      aria-label={name}
      data-disabled={refused !== null || undefined}
      aria-disabled={refused !== null}
      onClick={() => refused === null && onClick()}
    >
      {label}
    </Button>
  </Tooltip>
)
