import { BOOKING_COMMENT_LENGTH } from '@ambit/contract'
import { Textarea } from '@mantine/core'
import { wizardStrings as words } from './strings.ts'

/** What staff should know about this ride. */
export const CommentField = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <Textarea
    label={words.comment}
    description={words.commentHint(BOOKING_COMMENT_LENGTH - value.length)}
    autosize
    minRows={1}
    maxRows={5}
    maxLength={BOOKING_COMMENT_LENGTH}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
