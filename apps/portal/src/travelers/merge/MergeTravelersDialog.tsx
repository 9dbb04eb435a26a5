import type { TravelerDetails } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dialogRef } from '../../dialogs/dialog-ref.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { useDialog, useDialogStack } from '../../dialogs/stack.ts'
import { travelerRecords } from '../../records/travelers.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { ChooseOther } from './ChooseOther.tsx'
import { Hanging } from './Hanging.tsx'
import { MergeForm } from './MergeForm.tsx'
import { pairOf, pairText } from './pair.ts'
import { mergePreviewQuery } from './queries.ts'
import { mergeStrings as words } from './strings.ts'
import classes from './merge.module.css'

/** Two records of one passenger side by side, and the way to make one of them. The address names both. */
const MergeTravelersDialog = () => {
  const { kept, other } = pairOf(useDialog().id)
  const { change } = useDialogStack()
  const show = (id: string): void =>
    change(
      (stack) =>
        stack.map((one) => (one.name === 'MergeTravelersDialog' ? dialogRef('MergeTravelersDialog', 'edit', id) : one)),
      true,
    )
  return (
    <Loaded query={useQuery(travelerRecords.one(kept))} title={words.title}>
      {(traveler) => (
        <DialogFrame title={words.title}>
          <div className={classes['merge']}>
            <p>{words.explained}</p>
            {other === null ? (
              <>
                <p>{words.stays(traveler.full_name, kept)}</p>
                <ChooseOther traveler={traveler} onChoose={(id) => show(pairText(kept, id))} />
              </>
            ) : (
              <Other
                key={pairText(kept, other)}
                kept={traveler}
                id={other}
                onSwap={() => show(pairText(other, kept))}
                onAnother={() => show(String(kept))}
              />
            )}
          </div>
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default MergeTravelersDialog

type Props = { kept: TravelerDetails; id: number; onSwap: () => void; onAnother: () => void }

const Other = ({ kept, id, onSwap, onAnother }: Props) => {
  const other = useQuery(travelerRecords.one(id))
  const preview = useQuery(mergePreviewQuery(kept.id, id))
  const failed = [other, preview].find(({ isError, data }) => isError && data === undefined)
  const buttons = (
    <div className={classes['buttons']}>
      {other.data !== undefined && (
        <Button variant="default" size="compact-sm" onClick={onSwap}>
          {words.swap}
        </Button>
      )}
      <Button variant="default" size="compact-sm" onClick={onAnother}>
        {words.another}
      </Button>
    </div>
  )
  if (failed !== undefined)
    return (
      <>
        {buttons}
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </>
    )
  if (other.data === undefined || preview.data === undefined) return null
  const { obstacles } = preview.data
  return (
    <>
      {buttons}
      {obstacles.length > 0 && (
        <ToneAlert tone="warning" title={words.obstacles}>
          <ul>
            {obstacles.map((text) => (
              <li key={text}>{words.obstacle(text)}</li>
            ))}
          </ul>
          <Button
            mt={8}
            size="compact-sm"
            variant="default"
            loading={preview.isFetching}
            onClick={() => void preview.refetch()}
          >
            {words.again}
          </Button>
        </ToneAlert>
      )}
      <MergeForm
        kept={kept}
        other={other.data}
        possible={obstacles.length === 0}
        onRefused={() => void preview.refetch()}
      >
        <Hanging kept={kept.id} other={id} preview={preview.data} />
      </MergeForm>
    </>
  )
}
