import { Button, SegmentedControl } from '@mantine/core'
import { ChangedMeanwhile } from '../ui/ChangedMeanwhile.tsx'
import classes from './MergeQuestion.module.css'
import type { Side } from './merge.ts'
import { draftStrings as words } from './strings.ts'

/** One thing that two people changed differently, in words. */
export type Fought = { key: string; name: string; field: string; mine: string; theirs: string }

type Props = {
  /** what was saved in the meantime is the user's own: a save whose answer was lost */
  arrived: boolean
  fought: readonly Fought[]
  side: (key: string) => Side
  onSide: (key: string, side: Side) => void
  busy: boolean
  onClose: () => void
  /** saves what the merge makes of both */
  onMerge: () => void
}

/** Another user has saved: what only one side changed is merged, and the user chooses the rest. */
export const MergeQuestion = ({ arrived, fought, side, onSide, busy, onClose, onMerge }: Props) => (
  <ChangedMeanwhile
    title={arrived ? words.arrivedTitle : words.mergeTitle}
    text={fought.length > 0 ? words.mergeText : arrived ? words.arrivedNone : words.mergeNone}
    actions={
      <>
        <Button variant="default" onClick={onClose} disabled={busy}>
          {words.keep}
        </Button>
        <Button onClick={onMerge} loading={busy}>
          {words.merge}
        </Button>
      </>
    }
  >
    <div className={classes['fights']}>
      {fought.map(({ key, name, field, mine, theirs }) => (
        <div key={key} className={classes['fight']}>
          <span>
            {name}: {field}
          </span>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={`${name}: ${field}`}
            value={side(key)}
            onChange={(chosen) => onSide(key, chosen)}
            data={[
              { value: 'mine', label: `${words.mine}: ${mine}` },
              { value: 'theirs', label: `${words.theirs}: ${theirs}` },
            ]}
          />
        </div>
      ))}
    </div>
  </ChangedMeanwhile>
)
