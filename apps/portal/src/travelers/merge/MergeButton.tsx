import { Button } from '@mantine/core'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { mergeStrings as words } from './strings.ts'
import { useMayMerge } from './use-may-merge.ts'

/** Leads from a passenger to the other record of the same person. */
export const MergeButton = ({ travelerId }: { travelerId: number }) => {
  const may = useMayMerge()
  const open = useOpenDialog()
  if (!may) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => open('MergeTravelersDialog', 'edit', String(travelerId))}
    >
      {words.open}
    </Button>
  )
}
