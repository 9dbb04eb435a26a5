import { Textarea } from '@mantine/core'

const SHORTEST = 5
const LONGEST = 250

/** The server takes such a reason. */
export const isReason = (text: string): boolean => text.trim().length >= SHORTEST

type Props = {
  label: string
  /** how long it may be, and who will read it */
  description: string
  value: string
  onChange: (text: string) => void
  /** the keyboard begins here */
  first?: boolean
}

/** Why somebody does what cannot be done without a reason. */
export const ReasonField = ({ onChange, first = false, ...props }: Props) => (
  <Textarea
    {...props}
    data-autofocus={first || undefined}
    withAsterisk
    autosize
    minRows={2}
    maxLength={LONGEST}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
