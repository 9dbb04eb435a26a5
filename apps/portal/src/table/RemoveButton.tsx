import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from './RowActions.tsx'

type Props = { label: string; question: { title: string; text: string; button: string }; run: () => Promise<void> }

/** Beside one of a few records: deletes it, and asks before. */
export const RemoveButton = ({ label, question, run }: Props) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ActionIcon size="sm" aria-label={label} onClick={() => setAsking(true)}>
        <IconTrash size={15} />
      </ActionIcon>
      <ConfirmDialog
        question={asking ? question : null}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          await run()
          setAsking(false)
        }}
      />
    </>
  )
}
