import { NativeSelect, Textarea } from '@mantine/core'
import classes from '../records/effects/effect.module.css'
import { effectStrings as words } from '../records/effects/strings.ts'

const REASON_LIMIT = 250

type Props = {
  /** the region's reasons, of which one is needed, or other words; null: nothing asks for one */
  known: readonly string[] | null
  reason: string
  onChange: (reason: string) => void
}

/** Why a person does it: chosen from those of the region where a promise is broken, or written. */
export const EffectReason = ({ known, reason, onChange }: Props) => (
  <div className={classes['reason']}>
    {known !== null && known.length > 0 && (
      <NativeSelect
        label={words.knownReason}
        data={[{ value: '', label: words.otherReason }, ...known.map((one) => ({ value: one, label: one }))]}
        value={known.includes(reason) ? reason : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )}
    <Textarea
      label={words.reason}
      description={known === null ? undefined : words.reasonHint}
      autosize
      minRows={1}
      maxLength={REASON_LIMIT}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </div>
)
